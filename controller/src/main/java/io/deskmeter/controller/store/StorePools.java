package io.deskmeter.controller.store;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.deskmeter.controller.faults.ControllerThreads;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * All pools of connections to the store. An embedded store closes itself when a write fails, for example because its disk is full. Its connections then
 * fail for good, though {@code isValid} says otherwise, and no new one can open it before the last of them is gone. So with the first such failure all
 * pools drop all their connections; the next connection opens the store again as soon as it can be read and written. Thread-safe.
 */
@Component
final class StorePools implements BeanPostProcessor, SQLExceptionOverride {
    private static final Logger log = LoggerFactory.getLogger(StorePools.class);
    private static final int DATABASE_IS_CLOSED = 90_098;

    private static final String THREADS_OF_H2 = "H2-";
    private static final int LOOKS = 10;
    private static final long LOOK_MILLIS = 200;

    private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();
    private final AtomicBoolean reopening = new AtomicBoolean();

    /** Watches a pool that has no connection yet; returns it. */
    HikariDataSource add(HikariDataSource pool) {
        pool.setExceptionOverride(this);
        pools.add(pool);
        return pool;
    }

    @java.lang.Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        return bean instanceof HikariDataSource pool ? add(pool) : bean;
    }

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        if (failure.getErrorCode() != DATABASE_IS_CLOSED) {
            return Override.CONTINUE_EVICT;
        }
        if (reopening.compareAndSet(false, true)) {
            log.warn("the store has closed itself; all connections are opened again: {}", failure.getMessage());
            ControllerThreads.daemon("store-reopening", this::letItClose).start();
        }
        dropAll();
        return Override.MUST_EVICT;
    }

    private void dropAll() {
        for (HikariDataSource pool : pools) {
            if (pool.isRunning()) {
                pool.getHikariPoolMXBean().softEvictConnections();
            }
        }
    }

    /**
     * Lets a store close its file. If the write that failed was one of H2's own threads, that thread closes the store, and waits a day for its own end
     * with the file still locked (H2 2.4, {@code Utils.shutdownExecutor}). It goes on when it is interrupted.
     */
    private void letItClose() {
        try {
            for (int look = 0; look < LOOKS; look++) {
                Thread.getAllStackTraces().forEach((thread, frames) -> {
                    if (thread.getName().startsWith(THREADS_OF_H2)
                            && Arrays.stream(frames).anyMatch(StorePools::waitsForItself)) {
                        thread.interrupt();
                    }
                });
                dropAll();
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            reopening.set(false);
        }
    }

    private static boolean waitsForItself(StackTraceElement frame) {
        return frame.getClassName().equals("org.h2.util.Utils")
                && frame.getMethodName().equals("shutdownExecutor");
    }
}
