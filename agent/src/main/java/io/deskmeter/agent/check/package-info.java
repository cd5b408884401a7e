/**
 * The agent's part of a check before a run: the state of its machine, missing programs, and whether targets accept
 * sessions. A check changes nothing that stays: displays are read; where desktop agents show a text field for some
 * seconds, texts are typed into it and nowhere else; and a user who logs on over RDP gets a session whose only program
 * ends at once. Checks use no threads and no memory between requests.
 */
@NullMarked
package io.deskmeter.agent.check;

import org.jspecify.annotations.NullMarked;
