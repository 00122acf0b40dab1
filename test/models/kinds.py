"""How arguments are made (see arguments.c for the kinds): from types and names, and the tables."""
import fnmatch
import pathlib
import re

from prototypes import pointee

HERE = pathlib.Path(__file__).parent

HANDLES = {"FILE": "FILE", "__FILE": "FILE", "_IO_FILE": "FILE", "DIR": "DIR", "__dirstream": "DIR",
           "sqlite3": "sqlite3", "sqlite3_stmt": "sqlite3_stmt", "gzFile": "gz", "BZFILE": "bz",
           "gzFile_s": "gz", "bzFile": "bz", "locale_t": "locale_t", "__locale_t": "locale_t", "iconv_t": "iconv_t"}
# Objects of libraries, and the function that makes one, of what the next function returns.
MAKERS = {"BIGNUM": "BN_new", "BN_CTX": "BN_CTX_new", "EVP_MD_CTX": "EVP_MD_CTX_new",
          "EVP_CIPHER_CTX": "EVP_CIPHER_CTX_new", "EVP_PKEY": "EVP_PKEY_new", "RSA": "RSA_new",
          "DH": "DH_new", "DSA": "DSA_new", "EC_KEY": "EC_KEY_new", "X509": "X509_new",
          "EVP_MD": "EVP_sha256", "EVP_CIPHER": "EVP_aes_128_cbc", "HMAC_CTX": "HMAC_CTX_new",
          "X509_STORE": "X509_STORE_new", "BIO_METHOD": "BIO_s_mem", "SSL_METHOD": "TLS_method",
          "OPENSSL_STACK": "OPENSSL_sk_new_null", "X509_NAME": "X509_NAME_new",
          "BIO": "BIO_new<BIO_s_mem", "SSL_CTX": "SSL_CTX_new<TLS_method",
          "SSL": "SSL_new<SSL_CTX_new<TLS_method", "SSL_SESSION": "SSL_SESSION_new", "ASN1_INTEGER": "ASN1_INTEGER_new", "X509_STORE_CTX": "X509_STORE_CTX_new"}
SIZE_TYPES = ("size_t", "socklen_t", "ssize_t", "__socklen_t")
SIZE_NAMES = re.compile(r"^(n|num|len|length|size|count|bytes|most|room|max|maxlen|maxsize|buflen|bufsize|"
                        r"nbytes|capacity|.*_?(len|length|size|bytes|room))$", re.I)
PATH_NAMES = re.compile(r"^(path|file|filename|path_?name|dir|directory|from|to|old|new|old_?path|"
                        r"new_?path|target|link_?path|name_?of_?file)\d?$", re.I)
FD_NAMES = re.compile(r"^(fd|fildes|descriptor|file|socket|sock|dirfd|dir|in|out|from|to|"
                      r".*fd|.*descriptor|folder|directory)\d?$", re.I)


# The kind of a va_list: null, and the call makes one of the further arguments.
LIST = "list"


class Unusable(Exception):
    """The reason why arguments cannot be made."""


class Table:
    """Lines of a name or pattern with the rest of the line; the last one that matches counts."""

    def __init__(self, path):
        self.lines = []
        for line in path.read_text().splitlines():
            line = line.split(" #")[0].strip()
            if not line or line.startswith("#"):
                continue
            names, _, rest = line.partition(":") if ": " in line else line.partition(" ")
            for name in names.split():
                self.lines.append((name, rest.strip()))
        self.exact = {name: rest for name, rest in self.lines if not set(name) & set("*?[")}
        self.patterns = [(name, rest) for name, rest in self.lines if set(name) & set("*?[")]

    def get(self, name):
        if name in self.exact:
            return self.exact[name]
        for pattern, rest in reversed(self.patterns):
            if fnmatch.fnmatchcase(name, pattern):
                return rest
        return None


def split(text):
    """Words, where what is in parentheses is one."""
    return re.findall(r"(?:[^\s(]|\([^)]*\))+", text)


def is_number(of):
    return of.how in "iu"


def size_after(function, index):
    """The size that belongs to a buffer: the next number that is one by type or name."""
    for later in range(index + 1, len(function.parameters)):
        parameter = function.parameters[later]
        if is_number(parameter.type):
            if parameter.type.is_called(*SIZE_TYPES) or (
                    parameter.type.size >= 4 and SIZE_NAMES.match(parameter.name)):
                return later
    return None


def of_number(parameter):
    of = parameter.type
    if of.is_called("wchar_t"):
        return "range:0:300"
    if of.is_called("wint_t"):
        return "wide"
    if of.is_called(*SIZE_TYPES):
        return "size"
    if of.size == 4 and of.how == "i" and FD_NAMES.match(parameter.name):
        return "fd"
    if of.size == 4 and parameter.name in ("c", "ch", "character", "byte"):
        return "char"
    return "int"


def of_pointer(function, index):
    parameter = function.parameters[index]
    of = parameter.type
    to = pointee(of)
    for name in of.names + to.names + [to.tag]:
        if name in HANDLES:
            return "handle:" + HANDLES[name]
    if to.how == "F":
        return "callback"
    if to.tag == "__va_list_tag":
        return LIST
    size = size_after(function, index)
    if to.how == "v" or (to.how in "iu" and to.size == 1) or to.is_called("wchar_t"):
        unit = max(to.size, 1)
        texty = to.how != "v" and (to.size == 1 and to.spelling == "char" or to.size == 4)
        if to.constant and texty:
            if to.size == 4:
                return "wtext"
            return "path" if PATH_NAMES.match(parameter.name) else "text"
        if size is not None:
            return f"bytes:{unit}*a{size + 1}" if unit > 1 else f"bytes:a{size + 1}"
        if texty:
            return "wtext" if to.size == 4 else "text"
        return "bytes:64"
    if to.how == "p":
        inner = pointee(to)
        if inner.is_called("wchar_t"):
            return "cell:wtext"
        if inner.how in "iu" and inner.size == 1:
            return "cell:text"
        return "cell:null"
    if to.how == "o" or to.own:
        for name in to.names + [to.tag]:
            if name in MAKERS:
                return f"handle:new:{MAKERS[name]}"
        raise Unusable(f"no way to make a {to.names[0] if to.names else to.tag}")
    return "object"


def is_list(of):
    return of.how == "p" and pointee(of).tag == "__va_list_tag"


def automatic(function, index):
    of = function.parameters[index].type
    if of.how == "p":
        return of_pointer(function, index)
    return of_number(function.parameters[index]) if is_number(of) else ""


class Kinds:
    def __init__(self, evaluate):
        """`evaluate` gives the values of C expressions."""
        self.arguments = Table(HERE / "arguments.txt")
        names = sorted({name for _, rest in self.arguments.lines
                        for values in re.findall(r"of\(([^)]*)\)", rest)
                        for name in values.split(",")})
        self.values = dict(zip(names, evaluate(names)))
        self.skipped = Table(HERE / "skipped.txt")
        self.results = Table(HERE / "results.txt")
        self.more = Table(HERE / "more.txt")

    def valued(self, kind):
        """With numbers instead of names."""
        return re.sub(r"of\(([^)]*)\)", lambda found: "of(" + ",".join(
            self.values[name] for name in found.group(1).split(",")) + ")", kind)

    def of(self, function):
        """The kinds of the parameters, (type, kind) of what follows them, and how results are
        compared; or raises Unusable."""
        reason = self.skipped.get(function.symbol)
        if reason is not None:
            raise Unusable(reason)
        words = split(self.arguments.get(function.symbol) or "")
        extra = [self.valued(word[1:]).split("=", 1) for word in words if word.startswith("+")]
        words = [word for word in words if not word.startswith("+")]
        if function.type.variadic and not extra:
            raise Unusable("takes any arguments, and the table names none")
        kinds = []
        if any(is_list(parameter.type) for parameter in function.parameters) and not extra:
            raise Unusable("takes a list of arguments, and the table names none")
        for index in range(len(function.parameters)):
            given = words[index] if index < len(words) else "."
            if is_list(function.parameters[index].type):
                given = LIST
            kinds.append(automatic(function, index) if given == "." else self.valued(given))
        # What the size of a buffer is taken from is a size.
        for kind in list(kinds):
            for number in map(int, re.findall(r"\ba(\d+)", kind if kind.startswith("bytes:") else "")):
                if number <= len(kinds) and kinds[number - 1] == "int":
                    kinds[number - 1] = "size"
        return kinds, extra, self.results.get(function.symbol) or ""
