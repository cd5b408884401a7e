package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What has to stand between two parts to be measured. */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {
    /** In place of the template that there would be otherwise. */
    @Bean
    TimedTransactions timedTransactions(
            PlatformTransactionManager transactions, MeterRegistry registry, InstantSource wall) {
        return new TimedTransactions(new TransactionTemplate(transactions), registry, wall);
    }
}
