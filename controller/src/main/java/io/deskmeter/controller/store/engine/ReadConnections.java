package io.deskmeter.controller.store.engine;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/**
 * Connections for reading, separate from those that write runs and timings: readers wait for other readers only, and
 * never block a run's journal. A connection is held during a query, never while data is sent to a client. Thread-safe.
 */
@Component
@DependsOnDatabaseInitialization
public final class ReadConnections implements AutoCloseable {
    private static final int CONNECTIONS = 6;
    /** A report of a large run reads for long. */
    private static final Duration STATEMENT = Duration.ofMinutes(2);

    private final DataSource source;
    private final JdbcClient client;

    @Autowired
    public ReadConnections(StoreLocation location, StorePools pools) {
        this(pools.add(pool(location)));
    }

    /** Uses given connections; closes them if requested. */
    public ReadConnections(DataSource source) {
        this.source = source;
        this.client = JdbcClient.create(ValueFreeErrors.template(source));
    }

    private static HikariDataSource pool(StoreLocation location) {
        HikariDataSource pool = location.pool("readers", CONNECTIONS, STATEMENT);
        pool.setReadOnly(true);
        return pool;
    }

    public StatementSpec sql(String sql) {
        return client.sql(sql);
    }

    @Override
    public void close() {
        if (source instanceof HikariDataSource pool) {
            pool.close();
        }
    }
}
