package io.deskmeter.controller.store.engine;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.util.DriverDataSource;
import io.deskmeter.controller.faults.ControllerThreads;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;

/**
 * All pools of connections to the store. An embedded store closes itself when a write fails, for example because its
 * disk is full. Its connections then fail for good, though {@code isValid} says otherwise, and no new one can open it
 * before the last of them is gone. So with the first such failure all pools drop all their connections; the next
 * connection opens the store again as soon as it can be read and written.
 *
 * <p>Connections to an embedded store are opened one at a time. While its disk is full, opening fails, and where
 * several threads try it at the same time, H2 (2.4, {@code Engine.openSession}) can forget that the last of them has
 * opened it: that one keeps its connection, and everybody else finds the file locked by this process itself. That,
 * whatever its cause, is another reason to drop all connections.
 *
 * <p>A store that has closed itself, or that this process has not opened yet, is opened only where there is room.
 * Opened on a full disk it would answer until the next write, which fails, and be opened again, many times. After each
 * failed write H2 goes back to an earlier state of its file and gives the same numbers to other chunks of data, so that
 * in the end it can take one for another: the file is then corrupt for good.
 *
 * <p>H2 counts who uses a version of its data, and after a failed write its count can be too low. A thread that is in
 * the middle of a transaction then looks for another version for ever ({@code MVStore.registerVersionUsage}), with a
 * whole processor. H2 has an assertion for that, so {@link StoreLocation} has its assertions checked: that thread gets
 * an {@link AssertionError}. Thread-safe.
 */
@Component
final class StorePools implements BeanPostProcessor, SQLExceptionOverride {
    private static final Logger LOG = LoggerFactory.getLogger(StorePools.class);
    private static final String EMBEDDED = "jdbc:h2:";
    private static final int DATABASE_IS_CLOSED = 90_098;

    private static final Pattern FILE =
            Pattern.compile("jdbc:h2:(?:(?:failstop|async|nio|file):)*(?!mem:)(?<file>[^;]+).*");

    private static final String THREADS_OF_H2 = "H2-";
    private static final int LOOKS = 10;
    private static final long LOOK_MILLIS = 200;

    private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();
    private final AtomicBoolean reopening = new AtomicBoolean();
    private final ReentrantLock opening = new ReentrantLock();

    /** Whether the next connection opens the store. */
    private volatile boolean closed = true;

    /** Watches a pool that has no connection yet; returns it. */
    HikariDataSource add(HikariDataSource pool) {
        pool.setExceptionOverride(this);
        if (pool.getJdbcUrl().startsWith(EMBEDDED)) {
            pool.setDataSource(new Opening(pool));
        }
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
        openAgain("the store has closed itself", failure);
        return Override.MUST_EVICT;
    }

    /** Whether H2 has found a fault in itself. */
    static boolean isOfStore(AssertionError error) {
        return error.getStackTrace().length > 0
                && error.getStackTrace()[0].getClassName().equals(StoreLocation.STORE_OF_H2);
    }

    /** After such a fault no connection can be trusted, also where it is in the middle of a transaction. */
    void broken(AssertionError error) {
        openAgain("the store has found a fault in itself", error);
    }

    private void openAgain(String why, Throwable failure) {
        closed = true;
        if (reopening.compareAndSet(false, true)) {
            LOG.warn("{}; all connections are opened again: {}", why, failure.toString());
            ControllerThreads.daemon("store-reopening", this::letItClose).start();
        }
        dropAll();
    }

    /** Opens a connection, in one of the ways of a data source. */
    @FunctionalInterface
    private interface Connecting {
        Connection connect() throws SQLException;
    }

    /** Opens the connections of a pool as the pool itself would. */
    private final class Opening extends DelegatingDataSource {
        private final HikariDataSource pool;

        private Opening(HikariDataSource pool) {
            super(new DriverDataSource(
                    pool.getJdbcUrl(),
                    pool.getDriverClassName(),
                    pool.getDataSourceProperties(),
                    pool.getUsername(),
                    pool.getPassword()));
            this.pool = pool;
        }

        @java.lang.Override
        public Connection getConnection() throws SQLException {
            return opened(super::getConnection);
        }

        @java.lang.Override
        public Connection getConnection(String user, String password) throws SQLException {
            return opened(() -> super.getConnection(user, password));
        }

        private Connection opened(Connecting connecting) throws SQLException {
            opening.lock();
            try {
                requireRoom();
                Connection opened = connecting.connect();
                closed = false;
                return opened;
            } catch (SQLException e) {
                throw noticed(e);
            } finally {
                opening.unlock();
            }
        }

        private void requireRoom() throws SQLException {
            Matcher url = FILE.matcher(pool.getJdbcUrl());
            if (closed && url.matches()) {
                Optional<String> lacking =
                        StoreRoom.lacking(Path.of(url.group("file")).resolveSibling(""));
                if (lacking.isPresent()) {
                    throw new SQLTransientConnectionException(lacking.get());
                }
            }
        }

        private SQLException noticed(SQLException failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof OverlappingFileLockException) {
                    openAgain("this process itself has the file of the store open", failure);
                }
            }
            return failure;
        }
    }

    private void dropAll() {
        for (HikariDataSource pool : pools) {
            if (pool.isRunning()) {
                pool.getHikariPoolMXBean().softEvictConnections();
            }
        }
    }

    /**
     * Lets a store close its file. If the write that failed was one of H2's own threads, that thread closes the store,
     * and waits a day for its own end with the file still locked (H2 2.4, {@code Utils.shutdownExecutor}). It goes on
     * when it is interrupted.
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
