package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.x11.wire.Request;
import io.deskmeter.screen.x11.wire.ServerSetup;
import io.deskmeter.screen.x11.wire.XConnection;
import io.deskmeter.text.PeerText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An X server: its extensions, and the requests to it. All methods run on the connection's event loop, on which their
 * futures complete.
 */
record Server(
        XConnection connection,
        ServerSetup setup,
        Extension damage,
        Extension shm,
        Extension xtest,
        Extension randr,
        Extension xkb,
        Extension xwayland) {
    private static final List<String> EXTENSIONS =
            List.of("DAMAGE", "MIT-SHM", "XTEST", "RANDR", "XKEYBOARD", "XWAYLAND");

    private static final String INPUT_METHODS = "XIM_SERVERS";
    private static final int MESSAGE_BYTES = 32;

    /** The state of the keyboard that selects the column of a key. */
    record KeyboardState(int group, int lockedModifiers) {}

    /** Queries the extensions, and sends our version to those that require it. */
    static CompletableFuture<Server> meet(XConnection connection, ServerSetup setup) {
        List<CompletableFuture<ByteBuffer>> asked = new ArrayList<>();
        for (String name : EXTENSIONS) {
            asked.add(connection.ask(Request.of(Opcodes.QUERY_EXTENSION, 0)
                    .u16(name.length())
                    .u16(0)
                    .text(name)));
        }
        connection.flush();
        return all(asked).thenCompose(replies -> {
            List<Extension> found = replies.stream().map(Extension::read).toList();
            return new Server(
                            connection,
                            setup,
                            found.get(0),
                            found.get(1),
                            found.get(2),
                            found.get(3),
                            found.get(4),
                            found.get(5))
                    .greet();
        });
    }

    private CompletableFuture<Server> greet() {
        List<CompletableFuture<ByteBuffer>> asked = new ArrayList<>();
        if (damage.isThere()) {
            asked.add(connection.ask(Request.of(damage.major(), Opcodes.DAMAGE_QUERY_VERSION)
                    .u32(1)
                    .u32(1)));
        }
        if (randr.isThere()) {
            asked.add(connection.ask(Request.of(randr.major(), Opcodes.RANDR_QUERY_VERSION)
                    .u32(1)
                    .u32(5)));
        }
        if (xkb.isThere()) {
            asked.add(connection.ask(
                    Request.of(xkb.major(), Opcodes.XKB_USE_EXTENSION).u16(1).u16(0)));
        }
        connection.flush();
        return all(asked).thenApply(replies -> this);
    }

    /** From now on the server reports changes of size and keyboard. */
    void subscribe() {
        connection.send(Request.of(Opcodes.CHANGE_WINDOW_ATTRIBUTES, 0)
                .u32(setup.root())
                .u32(Opcodes.ATTRIBUTE_EVENT_MASK)
                .u32(Opcodes.STRUCTURE_NOTIFY));
        if (randr.isThere()) {
            connection.send(Request.of(randr.major(), Opcodes.RANDR_SELECT_INPUT)
                    .u32(setup.root())
                    .u16(1 << Opcodes.RANDR_SCREEN_CHANGE_BIT | 1 << Opcodes.RANDR_CRTC_CHANGE_BIT)
                    .u16(0));
        }
        if (xkb.isThere()) {
            subscribeToKeyboard();
        }
    }

    /**
     * Requests events for new keyboards and maps with all details, and for the group and the locks, but not for every
     * key.
     */
    private void subscribeToKeyboard() {
        int all = 1 << Opcodes.XKB_NEW_KEYBOARD | 1 << Opcodes.XKB_MAP_NOTIFY;
        int state = 1 << Opcodes.XKB_STATE_NOTIFY;
        connection.send(Request.of(xkb.major(), Opcodes.XKB_SELECT_EVENTS)
                .u16(Opcodes.XKB_CORE_KEYBOARD)
                .u16(all | state)
                .u16(0)
                .u16(all)
                .u16(0xFF)
                .u16(0xFF)
                .u16(Opcodes.XKB_STATE_GROUP_AND_LOCKS)
                .u16(Opcodes.XKB_STATE_GROUP_AND_LOCKS));
    }

    /** From now on the server reports every drawing. */
    void reportDamage() {
        connection.send(Request.of(damage.major(), Opcodes.DAMAGE_CREATE)
                .u32(connection.newId(setup))
                .u32(setup.root())
                .u8(Opcodes.DAMAGE_RAW)
                .pad(3));
    }

    CompletableFuture<Rect> size() {
        return connection
                .ask(Request.of(Opcodes.GET_GEOMETRY, 0).u32(setup.root()))
                .thenApply(reply -> new Rect(0, 0, reply.getShort(16) & 0xFFFF, reply.getShort(18) & 0xFFFF));
    }

    CompletableFuture<Keymap> keymap() {
        if (xkb.isThere()) {
            return connection
                    .ask(Request.of(xkb.major(), Opcodes.XKB_GET_MAP)
                            .u16(Opcodes.XKB_CORE_KEYBOARD)
                            .u16(Opcodes.XKB_TYPES_KEYSYMS_MODIFIERS)
                            .pad(20))
                    .thenApply(Keymap::read);
        }
        var mapping = connection.ask(Request.of(Opcodes.GET_KEYBOARD_MAPPING, 0)
                .u8(setup.minKeycode())
                .u8(setup.maxKeycode() - setup.minKeycode() + 1)
                .pad(2));
        var modifiers = connection.ask(Request.of(Opcodes.GET_MODIFIER_MAPPING, 0));
        return mapping.thenCombine(modifiers, (map, mods) -> Keymap.read(setup.minKeycode(), map, mods));
    }

    CompletableFuture<KeyboardState> keyboardState() {
        if (!xkb.isThere()) {
            return CompletableFuture.completedFuture(new KeyboardState(0, 0));
        }
        return connection
                .ask(Request.of(xkb.major(), Opcodes.XKB_GET_STATE)
                        .u16(Opcodes.XKB_CORE_KEYBOARD)
                        .u16(0))
                .thenApply(reply -> new KeyboardState(reply.get(12) & 0xFF, reply.get(11) & 0xFF));
    }

    /** Makes a group of the keyboard the one in force; only servers with XKB have any. */
    void lockGroup(int group) {
        connection.send(Request.of(xkb.major(), Opcodes.XKB_LATCH_LOCK_STATE)
                .u16(Opcodes.XKB_CORE_KEYBOARD)
                .u8(0)
                .u8(0)
                .u8(1)
                .u8(group)
                .pad(6));
    }

    /**
     * The name of the input method that programs of this display type through, such as {@code ibus}; empty for none.
     */
    CompletableFuture<String> inputMethod() {
        return atom(INPUT_METHODS).thenCompose(property -> {
            if (property == 0) {
                return CompletableFuture.completedFuture("");
            }
            var asked = connection.ask(Request.of(Opcodes.GET_PROPERTY, 0)
                    .u32(setup.root())
                    .u32(property)
                    .u32(0)
                    .u32(0)
                    .u32(1));
            connection.flush();
            return asked.thenCompose(reply -> reply.getInt(16) == 0
                    ? CompletableFuture.completedFuture("")
                    : inputMethod(reply.getInt(MESSAGE_BYTES)));
        });
    }

    /** Of the atom by which it owns a selection; a name without an owner is that of one that has ended. */
    private CompletableFuture<String> inputMethod(int atom) {
        var owner = connection.ask(Request.of(Opcodes.GET_SELECTION_OWNER, 0).u32(atom));
        var name = connection.ask(Request.of(Opcodes.GET_ATOM_NAME, 0).u32(atom));
        connection.flush();
        return owner.thenCombine(
                name, (of, words) -> of.getInt(8) == 0 ? "" : text(words).replaceFirst("^@server=", ""));
    }

    /** 0 if no program has ever used the name. */
    private CompletableFuture<Integer> atom(String name) {
        return connection
                .ask(Request.of(Opcodes.INTERN_ATOM, 1)
                        .u16(name.length())
                        .u16(0)
                        .text(name))
                .thenApply(reply -> reply.getInt(8));
    }

    /** The monitors; a display without monitors counts as one. */
    CompletableFuture<List<Monitor>> monitors() {
        if (!randr.isThere()) {
            return size().thenApply(all -> List.of(new Monitor("whole", all, true)));
        }
        var reply = connection.ask(Request.of(randr.major(), Opcodes.RANDR_GET_MONITORS)
                .u32(setup.root())
                .u8(1)
                .pad(3));
        connection.flush();
        return reply.thenCompose(this::named);
    }

    private CompletableFuture<List<Monitor>> named(ByteBuffer reply) {
        List<CompletableFuture<Monitor>> monitors = new ArrayList<>();
        int at = 32;
        for (int i = reply.getInt(12); i > 0; i--) {
            boolean primary = reply.get(at + 4) != 0;
            Rect place = new Rect(
                    reply.getShort(at + 8),
                    reply.getShort(at + 10),
                    reply.getShort(at + 12) & 0xFFFF,
                    reply.getShort(at + 14) & 0xFFFF);
            monitors.add(connection
                    .ask(Request.of(Opcodes.GET_ATOM_NAME, 0).u32(reply.getInt(at)))
                    .thenApply(name -> new Monitor(text(name), place, primary)));
            at += 24 + 4 * (reply.getShort(at + 6) & 0xFFFF);
        }
        connection.flush();
        return all(monitors);
    }

    private static String text(ByteBuffer reply) {
        byte[] name = new byte[reply.getShort(8) & 0xFFFF];
        reply.get(32, name);
        return PeerText.line(name, StandardCharsets.ISO_8859_1);
    }

    private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> asked) {
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
    }
}
