package io.deskmeter.controller.ingest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A function of the database that does not return before a test says so: a question that takes long. */
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

    /** How many questions wait. */
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
