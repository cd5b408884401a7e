package io.deskmeter.screen.x11.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The server refuses a request.
 *
 * @param code 1 to 17 in the core protocol, more in extensions
 * @param value the offending resource or value, where the code has one
 * @param major opcode of the request
 * @param minor opcode within an extension, else 0
 */
public record XError(int code, int value, int major, int minor) {
    private static final List<String> NAMES = List.of(
            "Request",
            "Value",
            "Window",
            "Pixmap",
            "Atom",
            "Cursor",
            "Font",
            "Match",
            "Drawable",
            "Access",
            "Alloc",
            "Colormap",
            "GContext",
            "IDChoice",
            "Name",
            "Length",
            "Implementation");

    static XError of(ByteBuffer message) {
        return new XError(
                message.get(1) & 0xFF, message.getInt(4), message.get(10) & 0xFF, message.getShort(8) & 0xFFFF);
    }

    @Override
    public String toString() {
        String name = code >= 1 && code <= NAMES.size() ? "Bad" + NAMES.get(code - 1) : "error " + code;
        return name + " for request " + major + "." + minor + ", value " + value;
    }
}
