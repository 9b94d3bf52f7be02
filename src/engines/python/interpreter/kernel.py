"""What Python's own library lacks of Linux: namespaces, mounts, capabilities. Thin calls into libc that raise OSError, nothing more."""
import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_REMOUNT = 32
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MNT_DETACH = 2

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}


def checked(result, what):
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def unshare(flags):
    checked(libc.unshare(flags), "unshare")


def mount(source, target, kind=None, flags=0, data=None):
    def coded(text):
        return None if text is None else os.fsencode(text)

    result = libc.mount(coded(source), coded(target), coded(kind), ctypes.c_ulong(flags), coded(data))
    checked(result, f"mount {target}")


def pivot_into(folder):
    """Makes `folder` the root and lets go of the old one."""
    os.chdir(folder)
    number = SYS_PIVOT_ROOT[os.uname().machine]
    checked(libc.syscall(ctypes.c_long(number), b".", b"."), "pivot_root")
    checked(libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")


def prctl(option, argument=0):
    zero = ctypes.c_ulong(0)
    return libc.prctl(option, ctypes.c_ulong(argument), zero, zero, zero)


def die_with_parent():
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, 9)


class CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class CapabilityData(ctypes.Structure):
    _fields_ = [("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32)]


def drop_capabilities():
    """All of them, for good: also those that executing a file could give back."""
    for number in range(64):
        if prctl(PR_CAPBSET_DROP, number) != 0:
            break
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = CapabilityHeader(0x20080522, 0)
    checked(libc.capset(ctypes.byref(header), (CapabilityData * 2)()), "capset")
    checked(prctl(PR_SET_NO_NEW_PRIVS, 1), "no_new_privs")
