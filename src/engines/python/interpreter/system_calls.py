"""Which system calls code from outside may not make, as a seccomp filter. It denies what reaches beyond the process: other processes,
the network, namespaces, files to be made or changed, the kernel's own doors. Everything else stays as it is."""
import ctypes
import functools
import os
import struct

import kernel

# name: (x86_64, aarch64); None where an architecture has no such call.
NUMBERS = {
    "open": (2, None), "creat": (85, None), "openat": (257, 56), "openat2": (437, 437), "fcntl": (72, 25), "ioctl": (16, 29),
    "fork": (57, None), "vfork": (58, None), "clone": (56, 220), "clone3": (435, 435), "prlimit64": (302, 261),
    "execve": (59, 221), "execveat": (322, 281), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424),
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "accept": (43, 202), "accept4": (288, 242),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "syslog": (103, 116),
    "acct": (163, 89), "quotactl": (179, 60), "quotactl_fd": (443, 443), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266), "sethostname": (170, 161),
    "setdomainname": (171, 162), "personality": (135, 92), "modify_ldt": (154, None), "iopl": (172, None),
    "ioperm": (173, None), "fanotify_init": (300, 262), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "setpriority": (141, 140), "ioprio_set": (251, 30),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274), "migrate_pages": (256, 238), "move_pages": (279, 239),
    "mkdir": (83, None), "mkdirat": (258, 34), "mknod": (133, None), "mknodat": (259, 33), "rmdir": (84, None),
    "link": (86, None), "linkat": (265, 37), "symlink": (88, None), "symlinkat": (266, 36), "unlink": (87, None),
    "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "truncate": (76, 45),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None),
    "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
}
# Those that a rule below decides by their arguments or that answer with another error.
SPECIAL = {"open", "openat", "openat2", "fcntl", "ioctl", "clone", "clone3", "prlimit64"}
FORKS = {"fork", "vfork"}
# The most frequent ones are let through first: read, write, pread64, pwrite64, lseek, futex, mmap, munmap, brk.
FREQUENT = {"x86_64": (0, 1, 17, 18, 8, 202, 9, 11, 12), "aarch64": (63, 64, 67, 68, 62, 98, 222, 215, 214)}
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS = 0x00050000 | 1, 0x00050000 | 38

NEW_NAMESPACES = 0x7E020000
WRITE_ONLY, READ_WRITE, CREATE, TRUNCATE = 0o1, 0o2, 0o100, 0o1000
# The flag without O_DIRECTORY, with which it comes.
UNNAMED_FILE = 0o20000000
SETTERS_OF_SIGNAL_OWNER = (8, 10, 15)
IOCTLS_OF_SIGNAL_OWNER = (0x8901, 0x8902)


def instruction(code, value, yes=0, no=0):
    return struct.pack("HBBI", code, yes, no, value)


def argument(index):
    return instruction(LOAD, 16 + 8 * index)


def when(number, body):
    """Runs `body` for one call, and has the number of the call loaded again after it."""
    body = b"".join(body) + instruction(LOAD, 0)
    return instruction(EQUAL, number, 0, len(body) // 8) + body


def refused_if(code, value):
    return instruction(code, value, 0, 1) + instruction(RETURN, EPERM)


@functools.cache
def program(may_fork, may_write):
    machine = os.uname().machine
    column, audit = ARCHITECTURES[machine]
    number = {name: numbers[column] for name, numbers in NUMBERS.items() if numbers[column] is not None}
    forbidden_flags = WRITE_ONLY | CREATE | TRUNCATE | UNNAMED_FILE | (0 if may_write else READ_WRITE)
    parts = [instruction(LOAD, 4), instruction(EQUAL, audit, 1, 0), instruction(RETURN, KILL), instruction(LOAD, 0)]
    for frequent in FREQUENT[machine]:
        parts.append(instruction(EQUAL, frequent, 0, 1) + instruction(RETURN, ALLOW))
    if machine == "x86_64":
        parts.append(refused_if(AT_LEAST, 0x40000000))
    for name, value in number.items():
        if name not in SPECIAL and not (may_fork and name in FORKS):
            parts.append(refused_if(EQUAL, value))
    for name in ("clone3", "openat2"):
        parts.append(instruction(EQUAL, number[name], 0, 1) + instruction(RETURN, ENOSYS))
    for name, index in (("open", 1), ("openat", 2)):
        if name in number:
            parts.append(when(number[name], [argument(index), refused_if(ANY_BIT, forbidden_flags)]))
    if may_fork:
        parts.append(when(number["clone"], [argument(0), refused_if(ANY_BIT, NEW_NAMESPACES)]))
    else:
        parts.append(refused_if(EQUAL, number["clone"]))
    # Of another process: its limits must stay as they are.
    parts.append(when(number["prlimit64"], [argument(0), instruction(EQUAL, 0, 1, 0), instruction(RETURN, EPERM)]))
    # A descriptor that sends its signals to another process is a kill by another name.
    parts.append(when(number["fcntl"], [argument(1)] + [refused_if(EQUAL, value) for value in SETTERS_OF_SIGNAL_OWNER]))
    parts.append(when(number["ioctl"], [argument(1)] + [refused_if(EQUAL, value) for value in IOCTLS_OF_SIGNAL_OWNER]))
    parts.append(instruction(RETURN, ALLOW))
    return b"".join(parts)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def restrict(may_fork, may_write):
    """For this process and all that come from it. A filter added later can only take more away."""
    code = program(may_fork, may_write)
    buffer = ctypes.create_string_buffer(code, len(code))
    filter = Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    kernel.checked(kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1), "no_new_privs")
    result = kernel.libc.prctl(kernel.PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(filter), ctypes.c_ulong(0), ctypes.c_ulong(0))
    kernel.checked(result, "seccomp")
