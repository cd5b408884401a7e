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
 * Connections for the lease and for asking whether the store answers, one for each: they wait for nobody else's
 * statement, and give up soon. Thread-safe.
 */
@Component
@DependsOnDatabaseInitialization
public final class ControlConnections implements AutoCloseable {
    private static final int CONNECTIONS = 2;
    private static final Duration STATEMENT = Duration.ofSeconds(8);

    private final DataSource source;
    private final JdbcClient client;

    @Autowired
    public ControlConnections(StoreLocation location, StorePools pools) {
        this(pools.add(location.pool("control", CONNECTIONS, STATEMENT)));
    }

    /** Uses given connections; closes them if requested. */
    public ControlConnections(DataSource source) {
        this.source = source;
        this.client = JdbcClient.create(ValueFreeErrors.template(source));
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
