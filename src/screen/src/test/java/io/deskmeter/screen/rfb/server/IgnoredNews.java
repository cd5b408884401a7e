package io.deskmeter.screen.rfb.server;

/** For tests of pictures only. */
public class IgnoredNews implements ServerEvents {
    @Override
    public void onPointerMoved(int x, int y) {}

    @Override
    public void onExtendedKeys() {}

    @Override
    public void onLights(boolean capsLock, boolean numLock) {}
}
