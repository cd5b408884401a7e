package io.deskmeter.screen.rfb.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;

/** Bytes as tests write them: hex digits, with blanks and line breaks where they help. */
public final class Hex {
    private Hex() {}

    public static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    }

    public static ReceiveBuffer inbox(String hex) {
        ReceiveBuffer inbox = new ReceiveBuffer();
        inbox.append(bytes(hex));
        return inbox;
    }

    /** What a message writes, without blanks. */
    public static String of(ClientMessage message) {
        ByteBuf out = Unpooled.buffer();
        message.write(out);
        return ByteBufUtil.hexDump(out);
    }

    /** Without blanks, for comparisons. */
    public static String plain(String hex) {
        return hex.replaceAll("\\s", "");
    }
}
