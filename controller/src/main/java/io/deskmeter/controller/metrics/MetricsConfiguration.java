package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wraps parts to measure them. */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {
    /** Replaces the default template. */
    @Bean
    TimedTransactions timedTransactions(
            PlatformTransactionManager transactions, MeterRegistry registry, InstantSource wall) {
        return new TimedTransactions(new TransactionTemplate(transactions), registry, wall);
    }
}
