package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.rdp.LogonResult;
import io.deskmeter.agent.remote.RdpCertificates;
import io.deskmeter.agent.remote.RdpNegotiation;
import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.Trust;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Negotiates with each host, then logs each given user on with the client program that sessions use. The session runs a
 * program that ends immediately instead of a desktop, so the session ends, too.
 */
final class RdpProbe implements TargetProbe {
    private static final Logger LOG = LoggerFactory.getLogger(RdpProbe.class);

    /** The limit for Windows, which uses network level authentication. */
    private static final String LOGOFF = "logoff";

    /** The limit for other servers: xrdp searches a session's display for 20 s if it ended before the first attempt. */
    private static final String A_MOMENT = "sleep 3";

    private static final Duration HELLO = Duration.ofSeconds(5);
    private static final Duration LOGON = Duration.ofSeconds(20);

    /** Of a second connection, which tells what stays on the display. */
    private static final Duration SECOND_LOOK = Duration.ofSeconds(9);

    /**
     * How much smaller the desktop is that it asks for, in pixels; even, because windows in the middle must move by
     * whole pixels.
     */
    private static final int SMALLER = 160;

    /** The number of concurrent logons, because a server starts an X server or a session host for each. */
    private static final int LOGONS_AT_A_TIME = 4;

    private static final int HELLOS_AT_A_TIME = 16;

    private final Target.RdpHosts target;
    private final LocalDesktops machine;
    private final TargetDisplays displays;
    private final CheckPictures pictures;
    private final Probing probing;
    private final Map<String, Optional<Frame>> shownToAnyone = new ConcurrentHashMap<>();
    private final ExecutorService hellos = AgentThreads.pool("check-hello", HELLOS_AT_A_TIME);
    private final ExecutorService logons = AgentThreads.pool("check-logon", LOGONS_AT_A_TIME);
    private final Map<String, CompletableFuture<Hello>> hosts = new ConcurrentHashMap<>();

    /**
     * @param machine provides the folders for the files of client programs
     * @param pictures keeps those of failed logons
     * @param probing whether displays are asked if they answer
     */
    RdpProbe(Target.RdpHosts target, LocalDesktops machine, CheckPictures pictures, Probing probing) {
        this.probing = probing;
        this.pictures = pictures;
        this.target = target;
        this.machine = machine;
        this.displays = new TargetDisplays(System::nanoTime);
    }

    @Override
    public CompletableFuture<List<CheckFinding>> look(SessionSlot slot) {
        return hosts.computeIfAbsent(
                        TargetProbe.host(slot), host -> CompletableFuture.supplyAsync(() -> hello(slot), hellos))
                .thenCompose(hello ->
                        !hello.findings().isEmpty() || slot.getUser().isEmpty()
                                ? CompletableFuture.completedFuture(hello.findings())
                                : CompletableFuture.supplyAsync(() -> logon(slot, hello.networkLevel()), logons));
    }

    /**
     * What a host has answered before anybody logs on.
     *
     * @param findings why nobody can; empty if somebody can
     */
    private record Hello(List<CheckFinding> findings, boolean networkLevel) {}

    private Hello hello(SessionSlot slot) {
        RdpNegotiation.Answer answer = RdpNegotiation.say(slot.getHost(), slot.getPort(), HELLO);
        return new Hello(
                answer.missing()
                        .map(why -> List.of(unreachable(slot, why)))
                        .or(() -> untrusted(slot).map(List::of))
                        .orElse(List.of()),
                answer.networkLevel());
    }

    /**
     * No password is sent to a host that has not shown the right certificate, and the fingerprint of the one that it
     * has shown is printed.
     */
    private Optional<CheckFinding> untrusted(SessionSlot slot) {
        Trust trust = TargetDisplays.trust(target.certificate());
        if (trust.kind() == Trust.Kind.ANY) {
            return Optional.empty();
        }
        try {
            RdpCertificates.trusted(slot.getHost(), slot.getPort(), trust, HELLO);
            return Optional.empty();
        } catch (ScreenException e) {
            return Optional.of(CheckFindings.certificate(slot, String.valueOf(e.getMessage())));
        }
    }

    private static CheckFinding unreachable(SessionSlot slot, String why) {
        return CheckFindings.error(
                "target reach",
                TargetProbe.host(slot),
                why,
                "a reachable RDP server",
                "is it running, is the port right, does a firewall block it?");
    }

    private List<CheckFinding> logon(SessionSlot slot, boolean networkLevel) {
        try (ClientSessionFolder clientFolder = machine.clientSessionFolder(0)) {
            Target.RdpHosts trial = running(networkLevel ? LOGOFF : A_MOMENT, target.width(), target.height());
            TestLogon.Shown logon = TestLogon.of(
                    (listener, thread) -> displays.open(trial, slot, clientFolder, LOGON, listener, thread),
                    LOGON,
                    probing);
            return judge(slot, logon, networkLevel);
        } catch (DesktopException e) {
            return List.of(unsure(slot, String.valueOf(e.getMessage())));
        }
    }

    /**
     * What stays on the display though the program has ended: looks once more, at a smaller desktop. Without the
     * account, because one more attempt with a wrong password might lock it; where the server has verified the account
     * before it showed anything, with it.
     */
    private LastingPicture lasting(SessionSlot slot, Frame first, boolean networkLevel) {
        Optional<Frame> second = networkLevel
                ? lookAgain(slot, true)
                : shownToAnyone.computeIfAbsent(TargetProbe.host(slot), host -> lookAgain(slot, false));
        return second.map(smaller -> LastingPicture.of(first, smaller)).orElse(LastingPicture.SESSION);
    }

    private Optional<Frame> lookAgain(SessionSlot slot, boolean asUser) {
        Target.RdpHosts smaller = running(LOGOFF, target.width() - SMALLER, target.height() - SMALLER);
        try (ClientSessionFolder clientFolder = machine.clientSessionFolder(0)) {
            return TestLogon.of(
                            (listener, thread) -> asUser
                                    ? displays.open(smaller, slot, clientFolder, SECOND_LOOK, listener, thread)
                                    : displays.openWithoutUser(
                                            smaller, slot, clientFolder, SECOND_LOOK, listener, thread),
                            SECOND_LOOK,
                            probing)
                    .picture();
        } catch (DesktopException e) {
            LOG.debug("{}: no second look: {}", TargetProbe.host(slot), e.toString());
            return Optional.empty();
        }
    }

    private Target.RdpHosts running(String application, int width, int height) {
        return new Target.RdpHosts(
                target.hosts(),
                target.usersPerHost(),
                target.accounts(),
                Optional.empty(),
                Optional.of(application),
                target.certificate(),
                target.keyboard(),
                width,
                height);
    }

    private List<CheckFinding> judge(SessionSlot slot, TestLogon.Shown shown, boolean networkLevel) {
        LogonResult logon = shown.result();
        String where = TargetProbe.words(slot);
        return switch (logon.outcome()) {
            // The logon succeeded, and the session ended as expected.
            case ENDED, LOST -> List.of();
            case USABLE, UNPROVED ->
                List.of(lasts(
                        slot,
                        shown.picture()
                                .map(picture -> lasting(slot, picture, networkLevel))
                                .orElse(LastingPicture.SESSION),
                        pictures.keep(slot, shown.picture())));
            case REFUSED, FULL -> List.of(refused(slot, logon.words() + pictures.keep(slot, shown.picture())));
            case UNREACHABLE -> List.of(CheckFindings.error("target reach", where, logon.words(), "", ""));
            case UNTRUSTED -> List.of(CheckFindings.certificate(slot, logon.words()));
            case SILENT, MOVING, LATE -> List.of(unsure(slot, logon.words()));
        };
    }

    /** @param picture where the picture is kept */
    private CheckFinding lasts(SessionSlot slot, LastingPicture what, String picture) {
        String where = TargetProbe.words(slot);
        return switch (what) {
            case SESSION ->
                CheckFindings.error(
                        "target occupied",
                        where,
                        "the user has a session already: a desktop was shown in place of a program that ends" + picture,
                        "a user without a session",
                        "log the user off");
            case LOGIN_WINDOW ->
                refused(
                        slot,
                        "the server shows the same window with the account as without one, its login window" + picture);
            case SHARED_DESKTOP -> shared(slot, picture);
        };
    }

    private CheckFinding shared(SessionSlot slot, String picture) {
        String where = TargetProbe.host(slot);
        String value = "shows an existing desktop, the same to everyone who connects" + picture;
        String expected = "a server that gives each user a session";
        return target.usersPerHost() == 1
                ? CheckFindings.warning(
                        "target occupied",
                        where,
                        value,
                        expected,
                        "one session at a time can use it; what is left open there stays open for the next one; its keyboard stays as it is, so try it: ./deskmeter agent check keyboard --target PROFILE.yaml")
                : CheckFindings.error(
                        "target occupied",
                        where,
                        value,
                        expected,
                        "`usersPerHost: 1`: one session at a time can use it");
    }

    private static CheckFinding refused(SessionSlot slot, String words) {
        return CheckFindings.error(
                "target logon",
                TargetProbe.words(slot),
                words,
                "a user with permission to log on",
                "check the set of accounts");
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
