"""One short paper with everything that can be named, and what a message names in it, told by its first words."""

from backend.document.blocks import read
from backend.mentions.resolver import Mention, resolve

PAPER = read("""---
title: Frontmatter words
---

# A paper on ice

Ann Author

## Abstract

We study ice. It floats. Nobody knew.

## Introduction

Ice is cold. It is also old.

Second paragraph of the introduction.

### Related work

Others did it.

## Methods {#sec:methods}

We measured it twice. Then thrice.

The other one about drones is here.

- alpha item
- beta item
- gamma item

### Statistical analysis

All tests were two-sided, see Table 2 and Figure 1.

Table 1: The sites.

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |

### Large language models (LLM)

These were used.

$$ E = mc^2 \\tag{3} $$

## Results

It grew.

![Figure 1: A map.](map.png)

**Table 2.** Growth.

| x | y |
|---|---|
| 5 | 6 |

```python
print(1)
```

### Study 2

#### Results

More results here.

## Discussion

It matters.

<!-- a comment about floats -->

## References

- Foo
""")


def named(text: str) -> list[Mention]:
    return list(resolve(PAPER, text))


def words(mention: Mention) -> str:
    """The beginning of what a mention means."""
    return " ".join(PAPER.text[slice(*mention.span)].split())
