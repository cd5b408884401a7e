package io.deskmeter.controller.cli.console;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import io.deskmeter.controller.LogPattern;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of a command that starts no controller, whose logging Spring would set up: to a file and with the same
 * levels, for what a command prints is its result.
 */
public final class ProgramLog {
    private ProgramLog() {}

    /** From now on everything is logged to this file, in place of what it contains. */
    public static void to(Path file) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern(LogPattern.EVENT);
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setFile(file.toString());
        appender.setAppend(false);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        setLevels(context);
    }

    /** From now on the terminal shows what a controller would log, and nothing of the libraries' progress. */
    public static void likeControllers() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            setLevels(context);
        }
    }

    /** As in the controller's application.yaml. */
    private static void setLevels(LoggerContext context) {
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        context.getLogger("io.deskmeter").setLevel(Level.INFO);
        context.getLogger("org.flywaydb").setLevel(Level.ERROR);
    }
}
