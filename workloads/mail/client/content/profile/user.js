// The profile of a person who has used the program before, with folders on this machine only. Read at every start.

// No first-run pages, questions and tips.
user_pref("mail.provider.suppress_dialog_on_startup", true);
user_pref("mail.shell.checkDefaultClient", false);
user_pref("mail.shell.checkDefaultCalendar", false);
user_pref("mail.spotlight.firstRunDone", true);
user_pref("mail.winsearch.firstRunDone", true);
user_pref("mail.rights.version", 1);
user_pref("mailnews.start_page_override.mstone", "ignore");
user_pref("mail.accounthub.enabled", false);
user_pref("mail.inappnotifications.enabled", false);
user_pref("app.donation.eoy.version.viewed", 999);
user_pref("app.survey.version.viewed", 999);
user_pref("browser.warnOnQuitShortcut", false);
user_pref("browser.crashReports.unsubmittedCheck.enabled", false);
user_pref("browser.aboutConfig.showWarning", false);
// A start after a crash is like any other.
user_pref("toolkit.startup.max_resumed_crashes", -1);

// Nothing is asked of a network: the program works offline.
user_pref("offline.startup_state", 3);
user_pref("offline.autoDetect", false);
user_pref("offline.download.download_messages", 2);
user_pref("offline.send.unsent_messages", 2);
user_pref("network.online", false);
user_pref("network.manage-offline-status", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("network.prefetch-next", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.proxy.type", 0);
user_pref("network.trr.mode", 5);
user_pref("app.update.enabled", false);
user_pref("app.update.auto", false);
user_pref("app.update.checkInstallTime", false);
user_pref("app.normandy.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.blocklist.enabled", false);
user_pref("browser.region.network.url", "");
user_pref("browser.region.update.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("messaging-system.rsexperimentloader.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
user_pref("datareporting.policy.firstRunURL", "");
user_pref("datareporting.healthreport.uploadEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("toolkit.telemetry.unified", false);
user_pref("toolkit.telemetry.server", "");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("mail.chat.enabled", false);
user_pref("mail.phishing.detection.enabled", false);
user_pref("mailnews.auto_config.guess.enabled", false);
user_pref("security.OCSP.enabled", 0);

// Local folders, and an identity to write as.
user_pref("mail.accountmanager.accounts", "account1");
user_pref("mail.accountmanager.defaultaccount", "account1");
user_pref("mail.accountmanager.localfoldersserver", "server1");
user_pref("mail.account.account1.server", "server1");
user_pref("mail.account.account1.identities", "id1");
user_pref("mail.server.server1.type", "none");
user_pref("mail.server.server1.hostname", "Local Folders");
user_pref("mail.server.server1.userName", "nobody");
user_pref("mail.server.server1.name", "Local Folders");
user_pref("mail.server.server1.directory-rel", "[ProfD]Mail/Local Folders");
user_pref("mail.server.server1.valid", true);
user_pref("mail.identity.id1.valid", true);
user_pref("mail.identity.id1.fullName", "Harbour office");
user_pref("mail.identity.id1.useremail", "office@harbour.invalid");
user_pref("mail.identity.id1.compose_html", true);
user_pref("mail.identity.id1.attach_signature", true);
user_pref("mail.identity.id1.sig_file-rel", "[ProfD]signature.html");
user_pref("mail.identity.id1.drafts_folder", "mailbox://nobody@Local%20Folders/Drafts");
user_pref("mail.identity.id1.draft_folder", "mailbox://nobody@Local%20Folders/Drafts");
user_pref("mail.identity.id1.fcc_folder", "mailbox://nobody@Local%20Folders/Sent");
user_pref("mail.identity.id1.showSaveMsgDlg", false);
user_pref("mail.identity.id1.auto_quote", false);

// Each visit begins alike: the oldest message first, none selected, the start page in place of a message.
user_pref("mailnews.default_sort_type", 18);
user_pref("mailnews.default_sort_order", 1);
user_pref("mailnews.default_view_flags", 0);
user_pref("mailnews.remember_selected_message", false);
user_pref("mailnews.scroll_to_new_message", false);
user_pref("mailnews.start_page.enabled", true);
user_pref("mailnews.start_page.url", "file://@PROFILE@/start.html");
user_pref("mail.pane_config.dynamic", 0);
user_pref("mail.tabs.drawInTitlebar", false);
user_pref("mail.server.server1.empty_trash_on_exit", false);
user_pref("mail.spellcheck.inline", false);
user_pref("mail.compose.autosave", false);
user_pref("mail.compose.attachment_reminder", false);
user_pref("mail.prompt_purge_threshhold", false);
user_pref("mail.purge.ask", false);
user_pref("mailnews.database.global.indexer.enabled", false);
user_pref("mail.biff.show_alert", false);
user_pref("mail.biff.play_sound", false);
user_pref("messenger.save.dir", "@HOME@/Documents");
user_pref("browser.download.dir", "@HOME@/Documents");
user_pref("browser.download.folderList", 2);
user_pref("widget.use-xdg-desktop-portal.file-picker", 0);
user_pref("widget.use-xdg-desktop-portal.settings", 0);
user_pref("ui.prefersReducedMotion", 1);
