"""Keys of the store never show."""

from backend.kernel.operation import Store


def test_keys_do_not_show_in_a_repr() -> None:
    shown = repr(Store("bucket", access_key="the access key", secret_key="the secret"))
    assert "bucket" in shown and "secret" not in shown and "access key" not in shown
