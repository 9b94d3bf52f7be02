/** What hostile code tries from inside a handler, and what must come of it. Each would succeed, or hang or harm, without containment. */

export interface Escape {
  readonly name: string;
  /** Runs in a handler; leaves what it reached in `result`. */
  readonly code: string;
  /** What `result` must be, or why the interpreter must be lost. */
  readonly outcome: RegExp | { readonly lost: RegExp };
}

/** `tried` tells what was reached, or how it was denied. `system` makes a call of the kernel by its number, on x86_64 and aarch64. */
export const PRELUDE = `
import ctypes, os, sys, signal, socket, subprocess, threading, time, platform
def tried(work):
    try:
        return "reached " + repr(work())[:300]
    except BaseException as problem:
        return "denied " + type(problem).__name__ + " " + str(getattr(problem, "errno", ""))
libc = ctypes.CDLL(None, use_errno=True)
def system(x86, arm, *given):
    number = x86 if platform.machine() == "x86_64" else arm
    answer = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(each) if isinstance(each, int) else each for each in given])
    if answer == -1:
        raise OSError(ctypes.get_errno(), "")
    return answer
def all_denied(works):
    said = [tried(work) for work in works]
    return "denied all" if all(each.startswith("denied") for each in said) else " | ".join(said)
`;

const DENIED = /^denied/;
/** EPERM: by the filter of system calls, not because the arguments made no sense. */
const BY_FILTER = /^denied PermissionError 1$/;

export const ESCAPES: readonly Escape[] = [
  { name: 'os.system', code: `result = "reached" if os.system("true") == 0 else "denied"`, outcome: DENIED },
  { name: 'subprocess', code: `result = tried(lambda: subprocess.run(["/bin/true"]))`, outcome: DENIED },
  { name: 'execve', code: `result = tried(lambda: os.execv(sys.executable, ["python", "-c", "1"]))`, outcome: DENIED },
  { name: 'fork', code: `result = tried(os.fork)`, outcome: DENIED },
  {
    name: 'fork bomb',
    code: `
made = 0
for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(60)
        made += 1
    except OSError:
        pass
result = "denied" if made == 0 else "reached %d" % made`,
    outcome: DENIED,
  },
  {
    name: 'fork by the numbers of another calling convention',
    code: `result = tried(lambda: system(0x40000000 + 57, 220, 17))`,
    outcome: DENIED,
  },
  {
    name: 'threads bomb',
    code: `
def start():
    for _ in range(100):
        threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()
result = tried(start)`,
    outcome: /^denied RuntimeError/,
  },
  {
    name: 'a socket to the network',
    code: `result = tried(lambda: socket.create_connection(("127.0.0.1", 80), 1)) + tried(lambda: socket.socket())`,
    outcome: /^denied.*denied PermissionError 1$/,
  },
  {
    name: 'a socket on this machine',
    code: `result = all_denied([lambda: socket.socket(socket.AF_UNIX), lambda: socket.socketpair(), lambda: socket.socket(16, 3, 0)])`,
    outcome: DENIED,
  },
  { name: 'reading /etc/passwd', code: `result = tried(lambda: open("/etc/passwd").read())`, outcome: DENIED },
  { name: 'reading what belongs to the host', code: `result = tried(lambda: open(HOST_FILE).read())`, outcome: DENIED },
  {
    name: 'listing /',
    code: `
here = set(os.listdir("/"))
result = "denied" if not here & {"proc", "sys", "boot", "run", "bin", "sbin"} else "reached " + str(here)`,
    outcome: DENIED,
  },
  {
    name: 'writing files',
    code: `
import os.path
places = ["/x", "/tmp/x", "/scratch/x", os.path.dirname(os.__file__) + "/x", os.path.dirname(engine.__class__.__module__) or "x"]
result = all_denied([lambda place=place: open(place, "w").write("x") for place in places])`,
    outcome: DENIED,
  },
  {
    name: 'making, moving and removing files',
    code: `
own = engine.raw_connection().driver_connection.execute("PRAGMA database_list").fetchone()[2]
result = all_denied([
    lambda: os.mkdir("/scratch/x"), lambda: os.unlink(own), lambda: os.rename(own, own + "2"), lambda: os.symlink("/", "/scratch/l"),
    lambda: os.chmod("/scratch", 0o777), lambda: open(own + "-journal", "w"), lambda: os.truncate(own, 0),
])`,
    outcome: DENIED,
  },
  { name: 'finding the databases of others', code: `result = tried(lambda: os.listdir("/scratch"))`, outcome: DENIED },
  {
    name: 'filling the disk',
    code: `
own = engine.raw_connection().driver_connection.execute("PRAGMA database_list").fetchone()[2]
def fill():
    at = os.open(own, os.O_RDWR)
    for i in range(200):
        os.pwrite(at, b"x" * 1000000, i * 1000000)
result = tried(fill)`,
    outcome: /^denied OSError 27/,
  },
  {
    name: 'the environment of process 1',
    code: `result = tried(lambda: open("/proc/1/environ", "rb").read())`,
    outcome: DENIED,
  },
  {
    name: 'environment variables of the host',
    code: `result = "denied" if "PRACTICUM_TEST_SECRET" not in os.environ and len(os.environ) < 12 else str(dict(os.environ))`,
    outcome: DENIED,
  },
  {
    name: 'killing the others',
    code: `result = all_denied([lambda pid=pid: os.kill(pid, 9) for pid in [-1, 0, *range(1, 300)] if pid != os.getpid()])`,
    outcome: DENIED,
  },
  {
    name: 'signals by way of a descriptor',
    code: `
import fcntl
r, w = os.pipe()
result = all_denied([lambda: fcntl.fcntl(r, 8, 1), lambda: fcntl.fcntl(r, 10, 9), lambda: fcntl.ioctl(r, 0x8901, b"\\x01\\0\\0\\0")])`,
    outcome: DENIED,
  },
  { name: 'ptrace', code: `result = tried(lambda: system(101, 117, 16, 1, 0, 0))`, outcome: BY_FILTER },
  {
    name: 'the memory of others',
    code: `result = all_denied([lambda: system(310, 270, 1, 0, 0, 0, 0, 0), lambda: system(311, 271, 1, 0, 0, 0, 0, 0), lambda: system(434, 434, 1, 0)])`,
    outcome: DENIED,
  },
  {
    name: 'the limits and the priority of others',
    code: `result = all_denied([lambda: system(302, 261, 1, 0, 0, 0), lambda: os.setpriority(0, 1, 19), lambda: os.sched_setaffinity(1, {0})])`,
    outcome: DENIED,
  },
  {
    name: 'mounts',
    code: `result = tried(lambda: system(165, 40, ctypes.c_char_p(b"none"), ctypes.c_char_p(b"/scratch"), ctypes.c_char_p(b"tmpfs"), 0, 0))`,
    outcome: BY_FILTER,
  },
  {
    name: 'new namespaces',
    code: `result = all_denied([lambda: system(272, 97, flag) for flag in (0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x10020000)])`,
    outcome: DENIED,
  },
  { name: 'the namespaces of others', code: `result = tried(lambda: system(308, 268, 3, 0))`, outcome: BY_FILTER },
  { name: 'chroot and out again', code: `result = tried(lambda: os.chroot("/usr"))`, outcome: DENIED },
  {
    name: 'doors of the kernel',
    code: `
calls = {"bpf": (321, 280), "perf": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219), "io_uring": (425, 425), "memfd": (319, 279), "shmget": (29, 194)}
result = all_denied([lambda pair=pair: system(*pair, 0, 4096, 0o1600, 0, 0) for pair in calls.values()])`,
    outcome: DENIED,
  },
  {
    name: 'privileges: becoming root, capabilities',
    code: `result = all_denied([lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.mknod("/scratch/d", 0o20666, 0x103)])`,
    outcome: DENIED,
  },
  {
    name: 'raising its own limits',
    code: `
import resource
result = all_denied([lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)), lambda: resource.setrlimit(resource.RLIMIT_NPROC, (99, 99))])`,
    outcome: DENIED,
  },
  {
    name: 'inherited descriptors',
    code: `
def is_open(at):
    try:
        os.fstat(at)
        return True
    except OSError:
        return False
open_ones = [at for at in range(256) if is_open(at)]
result = "denied" if set(open_ones) <= {0, 1, 2, 3} and len({os.fstat(at).st_ino for at in (0, 1, 2)}) == 1 else str(open_ones)`,
    outcome: DENIED,
  },
  {
    name: 'modules of the engine',
    code: `result = all_denied([lambda name=name: __import__(name) for name in ("supervisor", "zygote", "scenario", "verification", "containment")])`,
    outcome: DENIED,
  },
  {
    name: 'sqlite: ATTACH, and files made by it',
    code: `
import sqlite3
result = all_denied([
    lambda: sqlite3.connect(":memory:").execute("ATTACH '/etc/passwd' AS p").execute("SELECT * FROM p.x"),
    lambda: sqlite3.connect("/scratch/new.db").execute("CREATE TABLE t (x)"),
    lambda: sqlite3.connect(":memory:").execute("VACUUM INTO '/scratch/copy.db'"),
])`,
    outcome: DENIED,
  },
  {
    name: 'sqlite: extensions',
    code: `
import sqlite3
def load():
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.execute("SELECT load_extension('/scratch/x')")
result = tried(load)`,
    outcome: DENIED,
  },
  { name: 'recursion bomb', code: `def f(): f()\nresult = tried(f)`, outcome: /^denied RecursionError/ },
];

/** Those after which the interpreter is gone, and only it. */
export const ENDINGS: readonly Escape[] = [
  { name: 'memory bomb at once', code: `x = bytearray(64 << 30)`, outcome: { lost: /memory-limit/ } },
  {
    name: 'memory bomb by and by',
    code: `x = []\nwhile True: x.append(bytearray(1 << 24))`,
    outcome: { lost: /memory-limit/ },
  },
  { name: 'huge response', code: `result = "x" * (32 << 20)`, outcome: { lost: /memory-limit/ } },
  {
    name: 'recursion without a limit',
    code: `sys.setrecursionlimit(10**9)\ndef f(x): return f([x])\nimport json\nx = []\nfor _ in range(10**6): x = [x]\nresult = json.dumps(x)`,
    // Newer versions of Python count the depth in C too and raise.
    outcome: { lost: /crashed|memory-limit|Internal Server Error/ },
  },
  { name: 'os._exit', code: `os._exit(0)`, outcome: { lost: /crashed/ } },
  { name: 'os.abort', code: `os.abort()`, outcome: { lost: /crashed/ } },
  { name: 'segmentation fault', code: `ctypes.string_at(0)`, outcome: { lost: /crashed/ } },
  { name: 'garbage on its own line', code: `os.write(3, b"\\xff" * 4096)`, outcome: { lost: /crashed/ } },
  {
    name: 'a flood on its own line',
    code: `
import struct
while True: os.write(3, struct.pack(">II", 6, 2) + b"{}")`,
    outcome: { lost: /crashed/ },
  },
  { name: 'its own line closed', code: `os.close(3)\nwhile True: pass`, outcome: { lost: /crashed/ } },
  { name: 'endless loop', code: `while True: pass`, outcome: { lost: /time-limit/ } },
  {
    name: 'endless loop that holds on to itself',
    code: `
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
signal.alarm(1)
while True:
    try:
        while True: pass
    except BaseException: pass`,
    outcome: { lost: /time-limit/ },
  },
  {
    name: 'endless output',
    code: `while True: print("x" * 100000); sys.stderr.write("y" * 100000)`,
    outcome: { lost: /time-limit/ },
  },
  { name: 'regex bomb', code: `import re\nre.match(r"(a+)+$", "a" * 60 + "b")`, outcome: { lost: /time-limit/ } },
  {
    name: 'endless query',
    code: `
import sqlite3
sqlite3.connect(":memory:").execute("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n").fetchone()`,
    outcome: { lost: /time-limit/ },
  },
  { name: 'endless sleep in C', code: `libc.sleep(3600)`, outcome: { lost: /time-limit/ } },
];
