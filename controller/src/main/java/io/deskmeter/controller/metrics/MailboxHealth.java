package io.deskmeter.controller.metrics;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Whether the thread that owns all runs processes messages, tested with a message. */
@Component("mailboxHealthIndicator")
final class MailboxHealth extends AbstractHealthIndicator {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final double NANOS_PER_MILLI = 1e6;

    private final ScheduledExecutorService mailbox;
    private final LongSupplier nanoTime;
    private final Duration timeout;

    @Autowired
    MailboxHealth(@Qualifier("runMailbox") ScheduledExecutorService mailbox, LongSupplier nanoTime) {
        this(mailbox, nanoTime, TIMEOUT);
    }

    MailboxHealth(ScheduledExecutorService mailbox, LongSupplier nanoTime, Duration timeout) {
        super("the mailbox of the runs takes nothing up");
        this.timeout = timeout;
        this.mailbox = mailbox;
        this.nanoTime = nanoTime;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) throws ExecutionException {
        long asked = nanoTime.getAsLong();
        AtomicLong taken = new AtomicLong();
        Future<?> answer = mailbox.submit(() -> taken.set(nanoTime.getAsLong()));
        try {
            answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            health.up().withDetail("delayMs", (taken.get() - asked) / NANOS_PER_MILLI);
        } catch (TimeoutException e) {
            answer.cancel(false);
            health.down().withDetail("delayMs", "more than " + timeout.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            health.unknown();
        }
    }
}
