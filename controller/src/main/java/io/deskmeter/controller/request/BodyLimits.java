package io.deskmeter.controller.request;

/** The most bytes that a request's body may have. Everything that is larger than what people write by hand is refused before it is in memory. */
public final class BodyLimits {
    /** Of run profiles and all other documents. */
    public static final int DOCUMENT = 1 << 20;

    /** Of an account set, which has a line for each account. */
    public static final int ACCOUNTS = 4 << 20;

    private static final String ACCOUNTS_PATH = "/api/v1/accounts/";

    private BodyLimits() {}

    /** The limit of an address, in bytes. */
    public static int of(String path) {
        return path.startsWith(ACCOUNTS_PATH) ? ACCOUNTS : DOCUMENT;
    }
}
