package io.deskmeter.bench.density;

/** What stands between viewers and the server of desktops, where they do not speak RFB. */
interface Gateway extends AutoCloseable {
    /** At which viewers reach it, on this machine. */
    int port();

    ProcessTree tree();

    @Override
    void close();
}
