package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.x11.DisplayWatch;
import io.deskmeter.screen.x11.OverlayWindow;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** An X display. */
final class XDisplay implements UserDisplay {
    private final X11Target target;
    private final X11Screens screens;

    XDisplay(X11Target target, LongSupplier nanoTime) {
        this.target = target;
        this.screens = new X11Screens(nanoTime);
    }

    @Override
    public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
        return screens.open(target, X11Settings.defaults(), listener, executor);
    }

    @Override
    public CompletableFuture<Void> watch(Listener listener) {
        return screens.watch(target, X11Settings.defaults(), new Watch(listener))
                .thenAccept(watch -> {});
    }

    @Override
    public CompletableFuture<Overlay> show(Picture picture) {
        OverlayWindow.Drawing drawing = new OverlayWindow.Drawing(picture.width(), picture.height(), picture.black());
        return screens.overlay(target, X11Settings.defaults(), drawing).thenApply(Window::new);
    }

    @Override
    public CompletableFuture<Optional<KeyboardTable>> keyboard(Executor executor) {
        return screens.keyboard(target, X11Settings.defaults(), executor).thenApply(Optional::of);
    }

    @Override
    public void close() {
        screens.close();
    }

    @Override
    public String toString() {
        return target.toString();
    }

    private record Watch(Listener listener) implements DisplayWatch.Listener {
        @Override
        public void sized(int width, int height) {
            listener.sized(width, height);
        }

        @Override
        public void gone(String cause) {
            listener.gone(cause);
        }
    }

    private record Window(OverlayWindow window) implements Overlay {
        @Override
        public void raise() {
            window.raise();
        }

        @Override
        public void close() {
            window.close();
        }
    }
}
