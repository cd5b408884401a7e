package io.deskmeter.controller.metrics;

import io.deskmeter.controller.run.mailbox.Mailbox;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** The waiting and processing times of messages to runs. */
@Component
final class MailboxMeters {
    MailboxMeters(Mailbox mailbox, MeterRegistry registry) {
        Timer delay = Meters.timer(ControllerMeter.MAILBOX_DELAY).register(registry);
        Timer work = Meters.timer(ControllerMeter.MAILBOX_WORK).register(registry);
        mailbox.listen((waitedNanos, tookNanos) -> {
            // Two readings of a clock may give a start before the due time.
            delay.record(Math.max(0, waitedNanos), TimeUnit.NANOSECONDS);
            work.record(tookNanos, TimeUnit.NANOSECONDS);
        });
    }
}
