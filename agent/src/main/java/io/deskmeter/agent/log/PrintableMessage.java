package io.deskmeter.agent.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.deskmeter.text.PeerText;

/**
 * The message of an event for a terminal, {@code %printable} in {@code logback.xml}: printable, and with its further
 * lines indented, so that none looks like an event.
 */
public final class PrintableMessage extends ClassicConverter {
    @Override
    public String convert(ILoggingEvent event) {
        return PeerText.lines(event.getFormattedMessage()).replace("\n", "\n    ");
    }
}
