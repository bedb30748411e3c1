import pytest

from backend.verification.modality import other_modality


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Owners may report damage.", "Owners must report damage."),
        ("Fishing is allowed in May.", "Fishing is prohibited in May."),
        ("It is proven that salt helps.", "Salt might help."),
    ],
)
def test_different_steps_of_a_scale_are_found(one, other):
    assert other_modality(one, other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Owners must report damage.", "Owners have to report damage."),
        ("Owners report damage.", "Owners must report damage."),
        ("Members must vote, guests may.", "Members must vote."),
    ],
)
def test_the_same_step_and_a_step_that_only_one_has_are_no_difference(one, other):
    assert other_modality(one, other) is None
