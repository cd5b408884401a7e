package io.deskmeter.controller.request;

/**
 * The most bytes that a request's body may have. Everything that is larger than what people write by hand is refused
 * before it is in memory.
 */
public final class BodyLimits {
    /** Of somebody who is not known, who can send nothing but a name with a password. */
    public static final int OF_STRANGER = 64 << 10;

    /** Of run profiles and all other documents. */
    public static final int DOCUMENT = 1 << 20;

    /** Of an account set, which has a line for each account. */
    public static final int ACCOUNTS = 4 << 20;

    /** Of a file with a run. It is written to the disk as it comes, and never is in memory as a whole. */
    public static final long RUN_FILE = 4L << 30;

    /** Where such a file is sent to. */
    public static final String RUN_FILE_PATH = "/api/v1/runs/import";

    private static final String ACCOUNTS_PATH = "/api/v1/accounts/";

    private BodyLimits() {}

    /** The limit of a request of somebody who is known, in bytes. */
    public static long of(String method, String path) {
        if (isStreamed(method, path)) {
            return RUN_FILE;
        }
        return path.startsWith(ACCOUNTS_PATH) ? ACCOUNTS : DOCUMENT;
    }

    /**
     * Whether the body of a request is passed on as it comes. Of another method nobody takes it, and it could be read
     * as a whole.
     */
    public static boolean isStreamed(String method, String path) {
        return method.equals("POST") && path.equals(RUN_FILE_PATH);
    }
}
