package io.deskmeter.controller.check;

import com.fasterxml.jackson.annotation.JsonValue;
import io.deskmeter.link.v1.CheckSeverity;
import java.util.Locale;

/** How severe a finding is; most severe first. */
public enum Severity {
    /** The run cannot succeed, or its result would mean nothing. */
    ERROR,
    /** It may succeed. */
    WARNING,
    /** Good to know. */
    NOTE;

    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What an agent says; what it does not say counts as an error. */
    static Severity of(CheckSeverity told) {
        return switch (told) {
            case CHECK_SEVERITY_WARNING -> WARNING;
            case CHECK_SEVERITY_NOTE -> NOTE;
            default -> ERROR;
        };
    }
}
