"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from typing import Union


def write_whole(path: Union[str, "os.PathLike[str]"], text: str) -> None:
    """Into a file beside it first."""
    beside = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise
