package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.run.mailbox.MailboxTimes;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/** {@code GET /actuator/mailbox}: the times of the thread that owns all runs. */
@Component
@Endpoint(id = "mailbox")
class MailboxEndpoint {
    private final MailboxTimes times;

    MailboxEndpoint(MailboxTimes times) {
        this.times = times;
    }

    /** Since the controller was started. */
    @ReadOperation
    MailboxTimes.Times times() {
        return times.times();
    }
}
