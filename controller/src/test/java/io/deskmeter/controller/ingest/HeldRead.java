package io.deskmeter.controller.ingest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A database function that returns only when a test releases it, like a long query. */
public final class HeldRead {
    private static final AtomicInteger HOLDING = new AtomicInteger();
    private static volatile CountDownLatch end = new CountDownLatch(0);

    private HeldRead() {}

    static void begin() {
        end = new CountDownLatch(1);
    }

    static void end() {
        end.countDown();
    }

    /** The number of waiting queries. */
    static int holding() {
        return HOLDING.get();
    }

    /** Called by the database, for each row. */
    public static boolean hold(long row) throws InterruptedException {
        HOLDING.incrementAndGet();
        try {
            end.await();
        } finally {
            HOLDING.decrementAndGet();
        }
        return row != 0;
    }
}
