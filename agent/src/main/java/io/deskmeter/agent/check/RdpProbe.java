package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/**
 * Negotiates with each host, then logs each given user on with the client program that sessions use. The session runs a program that ends immediately
 * instead of a desktop, so the session ends, too.
 */
final class RdpProbe implements TargetProbe {
    /** The limit for Windows, which uses network level authentication. */
    private static final String LOGOFF = "logoff";

    /** The limit for other servers: xrdp searches a session's display for 20 s if it ended before the first attempt. */
    private static final String A_MOMENT = "sleep 3";

    private static final Duration HELLO = Duration.ofSeconds(5);
    private static final Duration LOGON = Duration.ofSeconds(20);

    /** The number of concurrent logons, because a server starts an X server or a session host for each. */
    private static final int LOGONS_AT_A_TIME = 4;

    private static final int HELLOS_AT_A_TIME = 16;

    private final Target.RdpHosts target;
    private final LocalDesktops machine;
    private final TargetDisplays displays;
    private final ExecutorService hellos = AgentThreads.pool("check-hello", HELLOS_AT_A_TIME);
    private final ExecutorService logons = AgentThreads.pool("check-logon", LOGONS_AT_A_TIME);
    private final Map<String, CompletableFuture<RdpNegotiation.Answer>> hosts = new ConcurrentHashMap<>();

    /** @param machine provides the folders for the files of client programs */
    RdpProbe(Target.RdpHosts target, LocalDesktops machine) {
        this.target = target;
        this.machine = machine;
        this.displays = new TargetDisplays(System::nanoTime);
    }

    @Override
    public CompletableFuture<List<CheckFinding>> look(SessionSlot slot) {
        return hosts.computeIfAbsent(
                        TargetProbe.host(slot),
                        host -> CompletableFuture.supplyAsync(
                                () -> RdpNegotiation.say(slot.getHost(), slot.getPort(), HELLO), hellos))
                .thenCompose(hello ->
                        hello.missing().isPresent() || slot.getUser().isEmpty()
                                ? CompletableFuture.completedFuture(unreachable(slot, hello))
                                : CompletableFuture.supplyAsync(() -> logon(slot, hello.networkLevel()), logons));
    }

    private static List<CheckFinding> unreachable(SessionSlot slot, RdpNegotiation.Answer hello) {
        return hello.missing().stream()
                .map(why -> CheckFindings.error(
                        "target reach",
                        TargetProbe.host(slot),
                        why,
                        "a reachable RDP server",
                        "is it running, is the port right, does a firewall block it?"))
                .toList();
    }

    private List<CheckFinding> logon(SessionSlot slot, boolean networkLevel) {
        try (ClientSessionFolder clientFolder = machine.clientSessionFolder(0)) {
            return judge(
                    slot, TestLogon.of(displays, running(networkLevel ? LOGOFF : A_MOMENT), slot, clientFolder, LOGON));
        } catch (DesktopException e) {
            return List.of(unsure(slot, String.valueOf(e.getMessage())));
        }
    }

    private Target.RdpHosts running(String application) {
        return new Target.RdpHosts(
                target.hosts(),
                target.usersPerHost(),
                target.accounts(),
                Optional.of(application),
                target.certificate(),
                target.width(),
                target.height());
    }

    private static List<CheckFinding> judge(SessionSlot slot, LogonResult logon) {
        String where = TargetProbe.words(slot);
        return switch (logon.outcome()) {
            // The logon succeeded, and the session ended as expected.
            case ENDED, LOST -> List.of();
            case USABLE ->
                List.of(CheckFindings.error(
                        "target occupied",
                        where,
                        "the user has a session already: a desktop was shown in place of a program that ends",
                        "a user without a session",
                        "log the user off"));
            case REFUSED, FULL ->
                List.of(CheckFindings.error(
                        "target logon",
                        where,
                        logon.words(),
                        "a user with permission to log on",
                        "check the set of accounts"));
            case UNREACHABLE -> List.of(CheckFindings.error("target reach", where, logon.words(), "", ""));
            case UNTRUSTED ->
                List.of(CheckFindings.error(
                        "target certificate",
                        where,
                        logon.words(),
                        "the certificate that the target asks for",
                        "`certificate: any` in a lab, or the host's fingerprint"));
            case LATE -> List.of(unsure(slot, logon.words()));
        };
    }

    private static CheckFinding unsure(SessionSlot slot, String why) {
        return CheckFindings.warning(
                "target logon",
                TargetProbe.words(slot),
                why,
                "a logon that is accepted or refused",
                "check again; see the server's log");
    }

    @Override
    public void close() {
        hellos.shutdownNow();
        logons.shutdownNow();
        displays.close();
    }
}
