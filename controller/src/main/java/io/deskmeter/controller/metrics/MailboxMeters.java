package io.deskmeter.controller.metrics;

import io.deskmeter.controller.run.Mailbox;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** How long messages to runs waited, and how long each took. */
@Component
final class MailboxMeters {
    MailboxMeters(Mailbox mailbox, MeterRegistry registry) {
        Timer delay = Meters.timer(ControllerMeter.MAILBOX_DELAY).register(registry);
        Timer work = Meters.timer(ControllerMeter.MAILBOX_WORK).register(registry);
        mailbox.listen((waitedNanos, tookNanos) -> {
            // A clock that is asked twice may say that a message was taken up before it was due.
            delay.record(Math.max(0, waitedNanos), TimeUnit.NANOSECONDS);
            work.record(tookNanos, TimeUnit.NANOSECONDS);
        });
    }
}
