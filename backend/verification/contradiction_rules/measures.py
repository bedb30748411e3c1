"""Convert units of measure in several languages, and the English words for the numbers below a hundred."""

from __future__ import annotations

from collections.abc import Mapping

#: The units of each dimension, each with the factor that converts it to the base unit.
_DIMENSIONS: tuple[Mapping[str, float], ...] = (
    {"ng": 1e-9, "µg": 1e-6, "μg": 1e-6, "ug": 1e-6, "mcg": 1e-6, "mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6}
    | dict.fromkeys("gram grams gramm gramos grammes".split(), 1.0)
    | dict.fromkeys("kilogram kilograms kilogramm kilogramos kilogrammes".split(), 1e3)
    | dict.fromkeys("tonne tonnes tonnen toneladas".split(), 1e6),
    {"nm": 1e-9, "µm": 1e-6, "μm": 1e-6, "um": 1e-6, "mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3}
    | {"inch": 0.0254, "inches": 0.0254, "foot": 0.3048, "feet": 0.3048, "mile": 1609.344, "miles": 1609.344}
    | dict.fromkeys("meter meters metre metres metros mètres".split(), 1.0)
    | dict.fromkeys("kilometer kilometers kilometre kilometres kilómetros kilomètres".split(), 1e3)
    | dict.fromkeys("centimeter centimeters centimetre centimetres centímetros centimètres".split(), 1e-2)
    | dict.fromkeys("millimeter millimeters millimetre millimetres milímetros millimètres".split(), 1e-3),
    {"µl": 1e-6, "μl": 1e-6, "ul": 1e-6, "ml": 1e-3, "dl": 1e-1, "l": 1.0}
    | dict.fromkeys("liter liters litre litres litros".split(), 1.0),
    dict.fromkeys("ha hectare hectares hektar hectáreas".split(), 1.0),
    {"hz": 1.0, "khz": 1e3, "mhz": 1e6, "ghz": 1e9},
    {"pa": 1.0, "hpa": 1e2, "kpa": 1e3, "mpa": 1e6, "gpa": 1e9},
    {"nmol": 1e-9, "µmol": 1e-6, "μmol": 1e-6, "mmol": 1e-3, "mol": 1.0},
    {"k": 1.0, "mk": 1e-3, "µk": 1e-6, "μk": 1e-6},
    {"v": 1.0, "mv": 1e-3, "kv": 1e3},
    {"w": 1.0, "mw": 1e-3, "kw": 1e3},
    {"ns": 1e-9, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3} | dict.fromkeys(
        "s sec secs second seconds sekunde sekunden segundo segundos seconde secondes".split(), 1.0
    ) | dict.fromkeys("min mins minute minutes minuten minuto minutos".split(), 60.0) | dict.fromkeys(
        "h hr hrs hour hours stunde stunden hora horas heure heures".split(), 3600.0
    ) | dict.fromkeys("d day days tag tage tagen día días jour jours".split(), 86_400.0) | dict.fromkeys(
        "week weeks woche wochen semana semanas semaine semaines".split(), 604_800.0
    ) | dict.fromkeys("month months monat monate monaten mes meses mois".split(), 2_629_800.0) | dict.fromkeys(
        "y yr yrs year years jahr jahre jahren año años an ans année années".split(), 31_557_600.0
    ),
)  # fmt: skip
_UNITS: Mapping[str, tuple[int, float]] = {
    unit: (dimension, factor) for dimension, units in enumerate(_DIMENSIONS) for unit, factor in units.items()
}

ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def measured(value: float, unit: str) -> tuple[int, float] | None:
    """Convert a value to the base unit of its dimension, such as length or time: 2 minutes to 120 seconds. Returns a
    number that identifies the dimension, and the converted value. Returns None for an unknown unit.
    """
    known = _UNITS.get(unit)
    return None if known is None else (known[0], value * known[1])


def value_of(ten: str | None, one: str | None) -> int:
    """Return the number for its words in lower case: 42 for `ten` "forty" and `one` "two", 7 for None and "seven".
    `ten` is the word for the tens, and `one` the word for the ones.
    """
    return (10 * (TENS.index(ten) + 2) if ten else 0) + (ONES.index(one) + 1 if one else 0)


def number_of(word: str) -> int | None:
    """Return the number that one word ("Twelve": 12) or digits ("41": 41) stand for. Returns None for any other word;
    only words for numbers below a hundred are known.
    """
    said = word.lower()
    if said.isdecimal():
        return int(said)
    if said in ONES:
        return value_of(None, said)
    return value_of(said, None) if said in TENS else None
