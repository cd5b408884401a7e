package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.e2e.SocketTrace.Attempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that strace 6.1 has written. */
class SocketTraceTest {
    private static final String UNREACHABLE = " = -1 ENETUNREACH (Network is unreachable)\n";

    private static SocketTrace of(String lines) {
        return SocketTrace.of(lines.lines());
    }

    @Test
    void aNameThatIsLookedUpIsAnAttemptOfTheProgram() {
        SocketTrace trace = of("""
                19051 execve("/usr/bin/sh", ["sh", "-c", "getent ahosts name.invalid; true"], 0x7ffc87f022f0 /* 35 vars */) = 0
                19051 vfork( <unfinished ...>
                19052 execve("/usr/bin/getent", ["getent", "ahosts", "name.invalid"], 0x55db8740cb08 /* 35 vars */ <unfinished ...>
                19051 <... vfork resumed>)              = 19052
                19052 <... execve resumed>)             = 0
                19052 sendto(3, [{nlmsg_len=20, nlmsg_type=RTM_GETADDR, nlmsg_flags=NLM_F_REQUEST|NLM_F_DUMP, nlmsg_seq=1795572496, nlmsg_pid=0}, {ifa_family=AF_UNSPEC, ...}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20
                19052 connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)
                19052 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.255.255.53")}, 16) = -1 ENETUNREACH (Network is unreachable)
                19052 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.255.255.53")}, 16) = -1 ENETUNREACH (Network is unreachable)
                """);

        assertThat(trace.attempts())
                .containsExactly(new Attempt("/usr/bin/getent", "connect", "10.255.255.53 port 53"));
        assertThat(trace.connections()).isEqualTo(3);
        assertThat(trace.programs()).containsExactly("/usr/bin/getent", "/usr/bin/sh");
    }

    @Test
    void aThreadBelongsToTheProgramOfItsProcess() {
        SocketTrace trace = of("""
                19068 execve("/usr/local/bin/python3", ["python3", "-c", "\\nimport socket,threading\\ndef f():"...], 0x7fff8e0873a0 /* 35 vars */) = -1 ENOENT (No such file or directory)
                19068 execve("/usr/bin/python3", ["python3", "-c", "\\nimport socket,threading\\ndef f():"...], 0x7fff8e0873a0 /* 35 vars */) = 0
                19068 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD|CLONE_SYSVSEM|CLONE_SETTLS|CLONE_PARENT_SETTID|CLONE_CHILD_CLEARTID, child_tid=0x7fc4f1f88990, parent_tid=0x7fc4f1f88990, exit_signal=0, stack=0x7fc4f1788000, stack_size=0x7fff80, tls=0x7fc4f1f886c0} => {parent_tid=[19143]}, 88) = 19143
                19143 connect(3, {sa_family=AF_INET6, sin6_port=htons(53), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:4860:4860::8888", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)
                """);

        assertThat(trace.attempts())
                .containsExactly(new Attempt("/usr/bin/python3", "connect", "2001:4860:4860::8888 port 53"));
        assertThat(trace.programs()).containsExactly("/usr/bin/python3");
    }

    @Test
    void aProgramIsKnownThoughItsCreationIsRecordedAfterWhatItDid() {
        SocketTrace trace = of("""
                19068 execve("/usr/bin/bash", ["bash"], 0x7ffde43aab60 /* 38 vars */) = 0
                19068 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>
                19068 <... clone resumed>, child_tidptr=0x7f42e88c0a10) = 19078
                19078 sendto(3, "hello", 5, 0, {sa_family=AF_INET, sin_port=htons(9999), sin_addr=inet_addr("192.0.2.7")}, 16 <unfinished ...>
                19078 <... sendto resumed>)             = -1 ENETUNREACH (Network is unreachable)
                """);

        assertThat(trace.attempts()).containsExactly(new Attempt("/usr/bin/bash", "sendto", "192.0.2.7 port 9999"));
    }

    @Test
    void aProcessThatExecutesItsOwnProgramAgainBelongsToThatProgram() {
        SocketTrace trace = of("""
                21004 execve("/usr/lib/chromium/chromium", ["/usr/lib/chromium/chromium", "--user-data-dir=/home/u"], 0x5612f1c0 /* 22 vars */) = 0
                21004 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x7f42e88c0a10) = 21080
                21080 execve("/proc/self/exe", ["/usr/lib/chromium/chromium", "--type=utility"], 0x1a2c /* 24 vars */) = 0
                21080 connect(23, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:4860:4860::8888", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)
                """);

        assertThat(trace.attempts())
                .containsExactly(new Attempt("/usr/lib/chromium/chromium", "connect", "2001:4860:4860::8888 port 443"));
    }

    @Test
    void everyAddressOfAMessageCounts() {
        SocketTrace trace = of(
                "23062 sendmsg(3, {msg_name={sa_family=AF_INET, sin_port=htons(123), sin_addr=inet_addr(\"198.51.100.1\")}, msg_namelen=16, msg_iov=[{iov_base=\"hello\", iov_len=5}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0)"
                        + UNREACHABLE
                        + "23062 sendmmsg(3, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(5000), sin_addr=inet_addr(\"192.0.2.7\")}, msg_namelen=16, msg_iov=[{iov_base=\"hi\", iov_len=2}], msg_iovlen=1, msg_controllen=0, msg_flags=0}}, {msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(5001), sin_addr=inet_addr(\"192.0.2.8\")}, msg_namelen=16, msg_iov=[{iov_base=\"hi\", iov_len=2}], msg_iovlen=1, msg_controllen=0, msg_flags=0}}], 2, 0)"
                        + UNREACHABLE);

        assertThat(trace.attempts())
                .containsExactly(
                        new Attempt("process 23062", "sendmmsg", "192.0.2.7 port 5000"),
                        new Attempt("process 23062", "sendmmsg", "192.0.2.8 port 5001"),
                        new Attempt("process 23062", "sendmsg", "198.51.100.1 port 123"));
    }

    @Test
    void aResolverOnThisMachineIsANameLookedUp() {
        SocketTrace trace = of("""
                7 connect(4, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0
                7 connect(4, {sa_family=AF_INET6, sin6_port=htons(53), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0
                7 connect(4, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0
                7 connect(4, {sa_family=AF_UNIX, sun_path="/var/run/avahi-daemon/socket"}, 110) = -1 ENOENT (No such file or directory)
                """);

        assertThat(trace.attempts())
                .extracting(Attempt::address)
                .containsExactly(
                        "\"/run/systemd/resolve/io.systemd.Resolve\"",
                        "\"/var/run/avahi-daemon/socket\"",
                        "127.0.0.53 port 53",
                        "::1 port 53");
    }

    @Test
    void anAddressOfAnotherKindCountsAndOneThatCannotBeReadToo() {
        SocketTrace trace = of("""
                19068 connect(3, {sa_family=AF_VSOCK, svm_cid=VMADDR_CID_HOST, svm_port=0x63, svm_flags=0}, 16) = -1 ECONNRESET (Connection reset by peer)
                19068 connect(3, 0x7ffd8a3c, 16)        = -1 EFAULT (Bad address)
                """);

        assertThat(trace.attempts())
                .extracting(Attempt::address)
                .satisfiesExactly(
                        address -> assertThat(address).isEqualTo("AF_VSOCK"),
                        address -> assertThat(address).contains("cannot be read", "0x7ffd8a3c"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "19068 connect(4, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr(\"127.0.0.1\")}, 16) = -1 ECONNREFUSED (Connection refused)",
                "19068 connect(4, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr(\"0.0.0.0\")}, 16) = 0",
                "19068 connect(4, {sa_family=AF_INET6, sin6_port=htons(9), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, \"::ffff:127.0.0.1\", &sin6_addr), sin6_scope_id=0}, 28) = -1 ECONNREFUSED (Connection refused)",
                "19068 connect(3, {sa_family=AF_INET6, sin6_port=htons(9), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, \"::1\", &sin6_addr), sin6_scope_id=0}, 28) = -1 ECONNREFUSED (Connection refused)",
                "19068 connect(3, {sa_family=AF_UNIX, sun_path=@\"/tmp/.X11-unix/X1\"}, 20) = -1 ECONNREFUSED (Connection refused)",
                "19068 connect(3, {sa_family=AF_UNSPEC, sa_data=\"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\"}, 16) = 0",
                "19068 <... connect resumed>)            = 0",
                "19158 sendto(6, \"\\1\", 1, MSG_NOSIGNAL, NULL, 0) = 1",
                "19068 sendmsg(4, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base=\"x\", iov_len=1}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0) = 1",
                "19068 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=19145, si_uid=0, si_status=7, si_utime=0, si_stime=0} ---",
                "19068 +++ exited with 0 +++"
            })
    void whatStaysOnThisMachineIsNoAttempt(String line) {
        assertThat(of(line).attempts()).isEmpty();
    }
}
