"""Versions of objects."""


def version_tag(version: int) -> str:
    """The value of `if_match` for an object with this `version`: the change fails if the object has another one."""
    return f'"v{version}"'
