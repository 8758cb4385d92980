"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from typing import Union


def write_whole(path: Union[str, "os.PathLike[str]"], text: str) -> None:
    """Into a file beside it first."""
    beside = f"{os.fspath(path)}.{secrets.token_hex(8)}.part"  # no other thread's
    try:
        with open(beside, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise
