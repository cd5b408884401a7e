package io.deskmeter.agent.desktop;

import io.deskmeter.evidence.StorageFault;
import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.screen.program.XServer;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a desktop step by step; if a step fails, the started processes are ended. */
final class DesktopStarter {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopStarter.class);
    private static final long LIMIT_MILLIS = 30_000;

    private final SessionFolder folder;
    private final SearchPath programs;
    private final SessionEnvironment environment;

    private DesktopStarter(SessionFolder folder, SearchPath programs, SessionEnvironment environment) {
        this.folder = folder;
        this.programs = programs;
        this.environment = environment;
    }

    /**
     * Starts one.
     *
     * @param onPort whether the desktop gets an {@link RfbPort}
     * @param sounds opens its sound server when somebody listens
     */
    static LocalDesktop start(
            StateFolder state,
            SearchPath programs,
            String name,
            int width,
            int height,
            boolean onPort,
            SessionSounds sounds,
            Consumer<LocalDesktop> onClose)
            throws DesktopException {
        require(programs, "Xvnc");
        require(programs, "openbox");
        SessionFolder folder = state.session(name);
        String marker = state.sessionMarker(name);
        SessionEnvironment environment = new SessionEnvironment(folder, programs, marker);
        DesktopStarter starter = new DesktopStarter(folder, programs, environment);
        try {
            RfbPort port = onPort ? RfbPort.draw() : null;
            XServer server = starter.startServer(width, height, port);
            ChildProcess manager = starter.startWindowManager(server.display());
            LOG.debug("desktop {} is display {}", name, server.display());
            LocalDesktop.Parts parts = new LocalDesktop.Parts(state, name, folder, server.process(), port, manager);
            return new LocalDesktop(parts, environment.on(server.display()), width, height, sounds, onClose);
        } catch (IOException e) {
            undo(state, marker, folder);
            throw new DesktopException(
                    "desktop: " + folder.root() + ": " + FaultText.reason(e) + " "
                            + StorageFault.expectation(e, folder.root()),
                    e);
        } catch (ProgramException e) {
            undo(state, marker, folder);
            throw new DesktopException(e);
        } catch (RuntimeException | Error e) {
            undo(state, marker, folder);
            throw e;
        }
    }

    private static void require(SearchPath programs, String program) throws DesktopException {
        try {
            programs.find(program);
        } catch (ProgramException e) {
            throw new DesktopException(e);
        }
    }

    private static void undo(StateFolder state, String marker, SessionFolder folder) {
        state.processes().end(marker, Duration.ZERO);
        try {
            folder.remove();
        } catch (IOException e) {
            LOG.warn("{}: cannot be removed: {}", folder.root(), e.toString());
        }
    }

    private XServer startServer(int width, int height, @Nullable RfbPort port) throws IOException, ProgramException {
        List<String> command = new ArrayList<>(List.of(
                "Xvnc",
                "-geometry",
                width + "x" + height,
                "-depth",
                "24",
                "-dpi",
                "96",
                "-rfbunixpath",
                folder.rfbSocket().toString(),
                "-rfbunixmode",
                "0600",
                "-AlwaysShared",
                "-AcceptSetDesktopSize=0"));
        command.addAll(freePorts(port));
        Path log = folder.logs().resolve("xvnc");
        return XServer.start(
                programs,
                command,
                environment.base(),
                folder.home(),
                new XServer.Paths(folder.display(), folder.authority(), log));
    }

    /** A private Unix socket needs no password. A port does, and the server uses the same setting for both. */
    private List<String> freePorts(@Nullable RfbPort port) throws IOException {
        if (port == null) {
            return List.of("-rfbport", "-1", "-SecurityTypes", "None");
        }
        Path password = PrivateFolder.write(folder.rfbPassword(), VncPasswordFile.of(port.password()));
        String number = Integer.toString(port.number());
        return List.of(
                "-rfbport", number, "-localhost", "-SecurityTypes", "VncAuth", "-PasswordFile", password.toString());
    }

    private ChildProcess startWindowManager(int display) throws IOException, ProgramException {
        Files.writeString(folder.windowManagerConfiguration(), Openbox.configuration());
        List<String> command = List.of(
                "openbox",
                "--sm-disable",
                "--config-file",
                folder.windowManagerConfiguration().toString(),
                "--startup",
                "touch '" + folder.windowManagerReady() + "'");
        Path log = folder.logs().resolve("openbox");
        ChildProcess manager = ChildProcess.start(programs, command, environment.on(display), folder.home(), null, log);
        manager.await("to manage windows", LIMIT_MILLIS, () -> Files.exists(folder.windowManagerReady()));
        return manager;
    }
}
