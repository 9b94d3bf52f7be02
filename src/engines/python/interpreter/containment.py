"""Puts this process where only what Python needs can be seen: its own namespaces, a root of read-only mounts, no capabilities, an
unprivileged user. Says why where that is not possible. It knows nothing of what will run inside."""
import os
import signal
import sys
import sysconfig

import kernel

INSIDE = 1000
# A user that nobody has; where the range is not ours to map, the user without rights.
OUTSIDE_IDS = (1879048193, 65534)
SCRATCH = "/scratch"
LIBRARIES = ("/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib")
FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo", "/dev/null")


class Unavailable(Exception):
    pass


def contain(own_folder, scratch_size):
    """Returns in the first process of the new namespaces; the process that called stays behind until that one ends."""
    try:
        enter_namespaces()
        build_root([own_folder, *interpreter_folders()], scratch_size)
    except OSError as problem:
        raise Unavailable(f"{problem.strerror} (user namespaces, or mounts in them, are not allowed here)") from None
    child = os.fork()
    if child != 0:
        stay_behind(child)
    become_unprivileged()
    kernel.die_with_parent()
    if os.getppid() == 0 and os.getpid() != 1:
        raise Unavailable("the process namespace did not take effect")


def stay_behind(child):
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
    for stream in (0, 1):
        os.close(stream)
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0x7F)


def enter_namespaces():
    """A helper that stays outside writes the map of users, as only it may."""
    machine = os.uname().machine
    if machine not in kernel.SYS_PIVOT_ROOT:
        raise Unavailable(f"containment does not know the processor {machine}")
    user, group = os.geteuid(), os.getegid()
    ready, done = os.pipe(), os.pipe()
    target = os.getpid()
    helper = os.fork()
    if helper == 0:
        os.read(ready[0], 1)
        answer = b"y"
        try:
            write_maps(target, user, group)
        except OSError as problem:
            answer = os.strerror(problem.errno).encode()
        os.write(done[1], answer)
        os._exit(0)
    os.close(done[1])
    try:
        namespaces = kernel.CLONE_NEWPID | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS | namespaces)
    finally:
        os.write(ready[1], b"y")
        answer = os.read(done[0], 200)
        os.waitpid(helper, 0)
        for end in (*ready, done[0]):
            os.close(end)
    if answer != b"y":
        raise Unavailable(f"users cannot be mapped: {answer.decode() or 'the helper died'}")


def write_maps(target, user, group):
    if user != 0:
        write(f"/proc/{target}/setgroups", "deny")
        write(f"/proc/{target}/uid_map", f"{INSIDE} {user} 1")
        write(f"/proc/{target}/gid_map", f"{INSIDE} {group} 1")
        return
    for outside in OUTSIDE_IDS:
        try:
            write(f"/proc/{target}/uid_map", f"0 0 1\n{INSIDE} {outside} 1")
            write(f"/proc/{target}/gid_map", f"0 0 1\n{INSIDE} {outside} 1")
            return
        except OSError:
            if outside == OUTSIDE_IDS[-1]:
                raise


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def become_unprivileged():
    if os.geteuid() != INSIDE:
        os.setgroups([])
        os.setresgid(INSIDE, INSIDE, INSIDE)
        os.setresuid(INSIDE, INSIDE, INSIDE)
    kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def interpreter_folders():
    paths = sysconfig.get_paths()
    folders = {paths["stdlib"], paths["platstdlib"], paths["purelib"], paths["platlib"]}
    # Where the interpreter is not the system's, its shared library lies here.
    if sys.base_prefix not in ("/usr", "/usr/local"):
        folders.add(os.path.join(sys.base_prefix, "lib"))
    return sorted(folder for folder in folders if os.path.isdir(folder))


def build_root(folders, scratch_size):
    kernel.mount(None, "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    sources = [(path, os.open(path, os.O_PATH)) for path in wanted(folders)]
    links = [(path, os.readlink(path)) for path in LIBRARIES if os.path.islink(path)]
    root = next(path for path in ("/tmp", "/mnt", "/var") if os.path.isdir(path))
    kernel.mount("none", root, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for path, link in links:
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        os.symlink(link, root + path)
    for path, source in sources:
        bind(source, root + path)
        os.close(source)
    os.mkdir(root + SCRATCH)
    # Owned by the user that the processes become, and not to be listed: the names in it are secrets.
    options = f"size={scratch_size},mode=0300,uid={INSIDE},gid={INSIDE}"
    kernel.mount("none", root + SCRATCH, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC, options)
    kernel.pivot_into(root)
    kernel.mount(None, "/", flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV)


def wanted(folders):
    chosen = []
    libraries = [path for path in LIBRARIES if not os.path.islink(path)]
    for path in sorted({*folders, *libraries, *FILES}):
        covered = any(path.startswith(parent + "/") for parent in chosen)
        if os.path.exists(path) and not covered:
            chosen.append(path)
    return chosen


def bind(source, target):
    origin = f"/proc/self/fd/{source}"
    if os.path.isdir(origin):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.mount(origin, target, flags=kernel.MS_BIND)
    # Flags that a mount has from outside are locked and must be repeated.
    kept = os.statvfs(target).f_flag & (kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    device = 0 if target.endswith("/dev/null") else kernel.MS_NODEV
    kernel.mount(None, target, flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kept | device)


def seclude():
    """Makes the caller the first process of its own namespace of processes, so that whatever it starts ends with it."""
    kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWPID)
    if os.fork() != 0:
        os._exit(0)
    kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
