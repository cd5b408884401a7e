package io.deskmeter.agent.check;

import io.deskmeter.agent.remote.TargetDisplays;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Another client of a desktop. */
final class Viewer implements FrameListener, AutoCloseable {
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final CompletableFuture<FrameUpdate> first = new CompletableFuture<>();
    private final SessionSlot slot;
    private final Executor executor;
    private volatile boolean lost;

    Viewer(SessionSlot slot, Executor executor) {
        this.slot = slot;
        this.executor = executor;
    }

    /** Returns when there is a picture. */
    void connect() throws Exception {
        screens.connect(TargetDisplays.rfbTarget(slot), RfbSettings.defaults(), this, executor)
                .get(10, TimeUnit.SECONDS);
        first.get(10, TimeUnit.SECONDS);
    }

    boolean lost() {
        return lost;
    }

    @Override
    public void onFrame(FrameUpdate update) {
        first.complete(update);
    }

    @Override
    public void onLost(ScreenException cause) {
        lost = true;
    }

    @Override
    public void close() {
        screens.close();
    }
}
