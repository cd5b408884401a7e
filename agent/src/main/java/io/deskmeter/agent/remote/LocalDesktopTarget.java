package io.deskmeter.agent.remote;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.agent.rdp.LogonMonitor;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A desktop of this machine with a desktop agent, for the modes in which the desktop agent drives and measures. */
public final class LocalDesktopTarget implements DesktopTarget {
    private final int session;
    private final int width;
    private final int height;
    private final DesktopProvider desktops;
    private final LocalSessionDesktops.ScreenSource screens;
    private final Function<Path, List<String>> command;
    private final String ticket = UUID.randomUUID().toString();
    private volatile @Nullable Desktop desktop;

    /** @param command that starts a desktop agent with a file that contains its ticket */
    public LocalDesktopTarget(
            int session,
            int width,
            int height,
            DesktopProvider desktops,
            LocalSessionDesktops.ScreenSource screens,
            Function<Path, List<String>> command) {
        this.session = session;
        this.width = width;
        this.height = height;
        this.desktops = desktops;
        this.screens = screens;
        this.command = command;
    }

    @Override
    public void begin() throws DesktopException {
        Desktop started = desktops.start(session, width, height);
        desktop = started;
        started.launch(command.apply(ticketFile(started.folder())), started.home());
    }

    /**
     * Everybody on the machine sees the arguments of programs, and only this user the file. The desktop agent removes
     * it.
     */
    private Path ticketFile(Path folder) throws DesktopException {
        Path file = folder.resolve("ticket");
        try {
            AtomicFile.createPrivate(file, ticket.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new DesktopException("ticket: " + file + " cannot be written: " + e.getMessage(), e);
        }
        return file;
    }

    @Override
    public boolean beginsWithDisplay() {
        return false;
    }

    @Override
    public CompletableFuture<Screen> display(FrameListener listener, Executor executor) {
        return screens.connect(Objects.requireNonNull(desktop, "begun"), listener, executor);
    }

    @Override
    public Optional<LogonMonitor> logon(long firedAt) {
        return Optional.empty();
    }

    /** There is no logon. */
    @Override
    public DesktopAgentRequest wanted() {
        return DesktopAgentRequest.newBuilder().setTicket(ticket).build();
    }

    @Override
    public Optional<PairingCodeReader> pairingCodes() {
        return Optional.empty();
    }

    @Override
    public void end() {
        Desktop mine = desktop;
        if (mine != null) {
            mine.close();
        }
    }
}
