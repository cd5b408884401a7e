package io.deskmeter.controller.store;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

    private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();

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
        log.warn("the store has closed itself; all connections are opened again: {}", failure.getMessage());
        for (HikariDataSource pool : pools) {
            if (pool.isRunning()) {
                pool.getHikariPoolMXBean().softEvictConnections();
            }
        }
        return Override.MUST_EVICT;
    }
}
