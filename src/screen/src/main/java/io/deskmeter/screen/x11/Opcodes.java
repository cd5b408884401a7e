package io.deskmeter.screen.x11;

/** Numbers of the X protocol and its extensions: requests, events, and values. */
final class Opcodes {
    static final int CREATE_WINDOW = 1;
    static final int CHANGE_WINDOW_ATTRIBUTES = 2;
    static final int MAP_WINDOW = 8;
    static final int CONFIGURE_WINDOW = 12;
    static final int GET_GEOMETRY = 14;
    static final int INTERN_ATOM = 16;
    static final int GET_ATOM_NAME = 17;
    static final int GET_PROPERTY = 20;
    static final int GET_SELECTION_OWNER = 23;
    static final int GET_INPUT_FOCUS = 43;
    static final int CREATE_PIXMAP = 53;
    static final int CREATE_GC = 55;
    static final int POLY_FILL_RECTANGLE = 70;
    static final int GET_IMAGE = 73;
    static final int QUERY_EXTENSION = 98;
    static final int CHANGE_KEYBOARD_MAPPING = 100;
    static final int GET_KEYBOARD_MAPPING = 101;
    static final int GET_MODIFIER_MAPPING = 119;

    static final int KEY_PRESS = 2;
    static final int KEY_RELEASE = 3;
    static final int BUTTON_PRESS = 4;
    static final int BUTTON_RELEASE = 5;
    static final int MOTION_NOTIFY = 6;
    static final int CONFIGURE_NOTIFY = 22;
    static final int MAPPING_NOTIFY = 34;

    static final int ATTRIBUTE_EVENT_MASK = 0x800;
    static final int ATTRIBUTE_BACKGROUND_PIXMAP = 0x1;
    /** Window managers ignore such a window: it keeps its position and has no frame. */
    static final int ATTRIBUTE_OVERRIDE_REDIRECT = 0x200;

    static final int GC_FOREGROUND = 0x4;
    static final int CONFIGURE_STACK_MODE = 0x40;
    static final int STACK_ABOVE = 0;
    static final int STRUCTURE_NOTIFY = 0x20000;
    static final int Z_PIXMAP = 2;

    static final int DAMAGE_QUERY_VERSION = 0;
    static final int DAMAGE_CREATE = 1;
    /** An event for every rectangle of every drawing; the other levels do not report repeated drawings of a region. */
    static final int DAMAGE_RAW = 0;

    static final int SHM_QUERY_VERSION = 0;
    static final int SHM_ATTACH = 1;
    static final int SHM_DETACH = 2;
    static final int SHM_GET_IMAGE = 4;

    static final int XTEST_FAKE_INPUT = 2;

    static final int RANDR_QUERY_VERSION = 0;
    static final int RANDR_SELECT_INPUT = 4;
    static final int RANDR_GET_MONITORS = 42;
    static final int RANDR_SCREEN_CHANGE_NOTIFY = 0;
    static final int RANDR_NOTIFY = 1;
    static final int RANDR_SCREEN_CHANGE_BIT = 0;
    static final int RANDR_CRTC_CHANGE_BIT = 1;

    static final int XKB_USE_EXTENSION = 0;
    static final int XKB_SELECT_EVENTS = 1;
    static final int XKB_GET_STATE = 4;
    static final int XKB_LATCH_LOCK_STATE = 5;
    static final int XKB_GET_MAP = 8;
    static final int XKB_TYPES_KEYSYMS_MODIFIERS = 0x1 | 0x2 | 0x4;
    static final int XKB_CORE_KEYBOARD = 0x100;
    static final int XKB_NEW_KEYBOARD = 0;
    static final int XKB_MAP_NOTIFY = 1;
    static final int XKB_STATE_NOTIFY = 2;
    static final int XKB_STATE_GROUP_AND_LOCKS = 0x10 | 0x80 | 0x08;

    private Opcodes() {}
}
