package io.deskmeter.agent.rdp;

import io.deskmeter.agent.rdp.LogonResult.Outcome;
import io.deskmeter.screen.rfb.ServerTrust;
import java.util.List;

/**
 * Why an RDP client disconnected, from its output. FreeRDP names the reason by constants that are the same in its
 * versions 2 and 3; its exit codes are not.
 *
 * @param words for display
 */
public record RdpDisconnectReason(Outcome outcome, String words) {
    private static final String CHECK_ACCOUNT = " (expected: a user who may log on; hint: check the accounts)";
    private static final String CONNECTION_FAILED = "ERRCONNECT_CONNECT_TRANSPORT_FAILED";

    private record Reason(String constant, Outcome outcome, String words) {}

    /** The first match counts: later ones are consequences, or less precise. */
    private static final List<Reason> REASONS = List.of(
            new Reason(
                    "ERRCONNECT_DNS",
                    Outcome.UNREACHABLE,
                    "the host name is unknown (expected: a name that resolves, or an address)"),
            new Reason(
                    "certificate not trusted",
                    Outcome.UNTRUSTED,
                    "the host's certificate is not trusted (expected: the fingerprint of the target; hint: the check prints that"
                            + " of the host)"),
            new Reason(
                    "ERRCONNECT_TLS_CONNECT_FAILED",
                    Outcome.UNTRUSTED,
                    "TLS could not be negotiated with the host (expected: a version and a certificate that the client accepts)"),
            new Reason(
                    "ERRCONNECT_SECURITY_NEGO_CONNECT_FAILED",
                    Outcome.UNTRUSTED,
                    "the host requires a security protocol that the client does not offer (expected: TLS or NLA)"),
            refused("ERRCONNECT_ACCOUNT_LOCKED_OUT", "the user is locked out"),
            refused("ERRCONNECT_ACCOUNT_DISABLED", "the user is disabled"),
            refused("ERRCONNECT_ACCOUNT_EXPIRED", "the user has expired"),
            refused("ERRCONNECT_ACCOUNT_RESTRICTION", "the user may not log on here or now"),
            refused("ERRCONNECT_PASSWORD", "the user's password has expired or must be changed"),
            refused("ERRCONNECT_LOGON_TYPE_NOT_GRANTED", "the user may not log on remotely"),
            refused("ERRCONNECT_INSUFFICIENT_PRIVILEGES", "the user may not log on remotely"),
            refused("ERRINFO_SERVER_INSUFFICIENT_PRIVILEGES", "the user may not log on remotely"),
            refused("ERRCONNECT_WRONG_PASSWORD", "wrong password"),
            refused("ERRCONNECT_LOGON_FAILURE", "wrong user or password"),
            refused("ERRCONNECT_AUTHENTICATION_FAILED", "wrong user or password"),
            refused("ERRCONNECT_ACCESS_DENIED", "access denied"),
            new Reason(
                    "ERRINFO_SERVER_DENIED_CONNECTION",
                    Outcome.FULL,
                    "the host admits no further session (expected: room for one; hint: its limit of sessions)"),
            new Reason(
                    "ERRINFO_LICENSE",
                    Outcome.FULL,
                    "the host has no licence for a further session (expected: one for each session)"),
            new Reason("ERRINFO_LOGOFF_BY_USER", Outcome.ENDED, "the session was logged off"),
            new Reason("ERRINFO_RPC_INITIATED_LOGOFF", Outcome.ENDED, "an administrator logged the session off"),
            new Reason("ERRINFO_RPC_INITIATED_DISCONNECT", Outcome.ENDED, "an administrator disconnected the session"),
            new Reason(
                    "ERRINFO_DISCONNECTED_BY_OTHER_CONNECTION",
                    Outcome.ENDED,
                    "another client took over the session (expected: each user once at a time)"),
            new Reason("ERRINFO_IDLE_TIMEOUT", Outcome.ENDED, "the host ended the session as idle"),
            new Reason("ERRINFO_LOGON_TIMEOUT", Outcome.ENDED, "the host ended the logon after its time limit"));

    private static Reason refused(String constant, String words) {
        return new Reason(constant, Outcome.REFUSED, words + CHECK_ACCOUNT);
    }

    /**
     * Finds the reason.
     *
     * @param clientLog the last lines of the client, or a message that quotes them
     * @param connected whether there had been a picture: then a broken connection is a loss, else an unreachable host
     */
    public static RdpDisconnectReason of(String clientLog, boolean connected) {
        int refused = clientLog.indexOf(ServerTrust.CERTIFICATE);
        if (refused >= 0) { // by us, before the client was started
            return new RdpDisconnectReason(Outcome.UNTRUSTED, clientLog.substring(refused));
        }
        for (Reason reason : REASONS) {
            if (clientLog.contains(reason.constant())) {
                return new RdpDisconnectReason(reason.outcome(), reason.words());
            }
        }
        if (connected) {
            return new RdpDisconnectReason(
                    Outcome.LOST,
                    "the connection to the host broke (expected: a stable connection; hint: is the server running?)");
        }
        if (clientLog.contains(CONNECTION_FAILED) || clientLog.contains("ERRCONNECT_CONNECT_FAILED")) {
            return new RdpDisconnectReason(
                    Outcome.UNREACHABLE,
                    "the host does not accept the connection (expected: an RDP server at that address and port; hint: firewall,"
                            + " or the server is down)");
        }
        return new RdpDisconnectReason(Outcome.LATE, "the client has shown nothing (expected: the desktop)");
    }
}
