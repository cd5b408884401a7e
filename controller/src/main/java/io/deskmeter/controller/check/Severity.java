package io.deskmeter.controller.check;

import com.fasterxml.jackson.annotation.JsonValue;
import io.deskmeter.link.v1.CheckSeverity;
import java.util.Locale;

/** How severe a finding is; most severe first. */
public enum Severity {
    /** The run cannot succeed, or its result would mean nothing. */
    ERROR,
    /** The run may succeed. */
    WARNING,
    /** Information only. */
    NOTE;

    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The severity in an agent's message; a missing one counts as an error. */
    static Severity of(CheckSeverity told) {
        return switch (told) {
            case CHECK_SEVERITY_WARNING -> WARNING;
            case CHECK_SEVERITY_NOTE -> NOTE;
            default -> ERROR;
        };
    }
}
