package io.deskmeter.workload;

/**
 * Who logs on.
 *
 * @param user empty where the machine asks for a password alone
 * @param password empty where it asks for none
 * @param domain empty where it has none
 */
public record Account(String user, String password, String domain) {
    /** For people and logs: never the password. */
    @Override
    public String toString() {
        return domain.isEmpty() ? user : domain + "\\" + user;
    }
}
