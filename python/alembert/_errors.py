"""What the package raises."""

from __future__ import annotations


class Error(ValueError):
    """A file, a robot, a problem or an option that makes no sense, and what to do about it.

    It is a ``ValueError``, so code that catches those catches this too.

    Attributes
    ----------
    reason : str
        What is wrong.
    fix : str
        What to do about it.
    file : str
        The file at fault; empty where none is.
    line : int
        The line in it, counted from 1; 0 where the whole file is meant.
    code : str
        One of ``file``, ``syntax``, ``robot``, ``value``, ``size``, ``name``, ``unsupported``.

    Examples
    --------
    >>> import alembert as al
    >>> try:
    ...     al.load("tests/data/broken/negative_mass.yaml")
    ... except al.Error as error:
    ...     print(error.line, error.reason)
    20 mass of link 'elbow' is negative (-2)
    """

    def __init__(
        self, reason: str, fix: str = "", file: str = "", line: int = 0, code: str = "value"
    ) -> None:
        super().__init__(reason, fix, file, line, code)
        self.reason = reason
        self.fix = fix
        self.file = file
        self.line = line
        self.code = code

    def __str__(self) -> str:
        place = ""
        if self.file:
            place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: "
        return f"{place}{self.reason}; {self.fix}" if self.fix else f"{place}{self.reason}"
