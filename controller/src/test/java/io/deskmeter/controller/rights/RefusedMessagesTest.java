package io.deskmeter.controller.rights;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.deskmeter.controller.rights.RefusedMessages.Reason;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromAgent.MessageCase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What refused messages leave behind. */
class RefusedMessagesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RefusedMessages refused = new RefusedMessages(registry);
    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusedMessages.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
    }

    private static PeerIdentity desktop(String id) {
        return new PeerIdentity(id, AgentRole.AGENT_ROLE_DESKTOP);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void eachIsCountedAndTheFirstOfEachPeerAndKindIsLogged() {
        for (int i = 0; i < 1_000; i++) {
            refused.add(desktop("a"), MessageCase.TIMINGS, Reason.FOREIGN, "session " + i);
            refused.add(desktop("b"), MessageCase.TIMINGS, Reason.FOREIGN, "session " + i);
            refused.add(desktop("a"), MessageCase.EVIDENCE, Reason.FOREIGN, "session " + i);
        }
        assertThat(lines())
                .hasSize(3)
                .first()
                .isEqualTo("agent a: TIMINGS is refused: session 0; further ones of this kind are only counted");
        assertThat(registry.get("deskmeter.link.refused")
                        .tags("message", "timings", "reason", "foreign")
                        .counter()
                        .count())
                .isEqualTo(2_000);
    }

    @Test
    void idsForgeNoLines() {
        refused.add(desktop("a\n2026-11-26 ERROR forged"), MessageCase.HELLO, Reason.IDENTITY, "b\r\nc\u0085d\u202ee");
        assertThat(lines())
                .singleElement()
                .asString()
                .contains("a\\n2026-11-26 ERROR forged", "b\\r\\nc\\x85d\\u202ee");
    }
}
