package io.deskmeter.controller.store;

import io.deskmeter.controller.store.engine.H2Engine;
import io.deskmeter.controller.store.engine.PostgresEngine;
import io.deskmeter.controller.store.engine.StoreEngine;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.lease.SchemaRange;
import java.io.IOException;
import org.flywaydb.core.Flyway;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Parts of the store that depend on where it is, and on which controller uses it. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {
    @Bean
    ControllerIdentity controllerIdentity(DataDirectory data, StoreLocation location) throws IOException {
        return ControllerIdentity.of(data, location);
    }

    @Bean
    SchemaRange schemaRange(Flyway flyway) {
        return SchemaRange.of(flyway.info());
    }

    @Bean
    StoreEngine storeEngine(StoreLocation location, JdbcTemplate jdbc, DataDirectory data) {
        return location.shared() ? new PostgresEngine(jdbc, location) : new H2Engine(jdbc, data);
    }
}
