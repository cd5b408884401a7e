/** The texts of pages/access, pages/login and of who is logged in. */
export const texts = {
  // LoginPage
  logIn: 'Log in',
  name: 'Name',
  password: 'Password',
  logInButton: 'Log in',
  or: 'or',
  logInWith: (name: string) => `Log in with ${name}`,
  couldNotLogIn: 'Could not log in',
  forgotten: 'No account, or the password is lost? An administrator of this controller makes a link for it.',

  // SetPasswordPage
  setPassword: 'Set password',
  newPassword: 'New password',
  repeatPassword: 'The same again',
  passwordRule: 'At least 12 characters.',
  notTheSame: 'The two are not the same.',
  couldNotSetThePassword: 'Could not set the password',
  passwordIsSet: 'The password is set.',
  noCode: 'This address has no code',
  openTheWholeLink: 'Open the whole link that an administrator sent you.',

  // Who
  loggedInAs: (name: string, role: string) => `${name} (${role})`,
  account: 'Account',
  logOut: 'Log out',

  // rights
  notWithYourRole: (role: string) => `Your role, ${role}, does not allow this. An administrator can change it.`,

  // AccessPage
  access: 'Access',
  accessAbout: (name: string, role: string) => `You are ${name}, ${role}.`,
  couldNotLoadWhoYouAre: 'Could not load who you are',
  tabs: 'Access',
  users: 'Users',
  tokens: 'API tokens',
  logins: 'Logins',
  audit: 'Audit log',
  cancel: 'Cancel',
  close: 'Close',
  couldNotLoad: 'Could not load this list',
  rejected: 'The controller rejected the request',
  roles: {
    viewer: 'viewer: sees everything, changes nothing',
    operator: 'operator: also starts and stops runs, edits profiles',
    admin: 'admin: also machines, users and settings',
    scrape: 'scrape: metrics and health only',
  },

  // Users
  addUser: 'Add user…',
  addUserTitle: 'Add user',
  addUserButton: 'Add user',
  role: 'Role',
  state: 'State',
  active: 'active',
  disabled: 'disabled',
  noPassword: 'no password yet',
  since: 'Since',
  actions: 'Actions',
  noUsers: 'No users yet',
  noUsersAbout:
    'Everybody who is logged in on the controller’s own machine is an administrator. Users log in from other machines, by HTTPS.',
  passwordLinkFor: (name: string, until: string) =>
    `Send this link to ${name}. It sets a password once, until ${until}, and is not shown again.`,
  newLink: 'Password link',
  newLinkOf: (name: string) => `Password link for ${name}`,
  disable: 'Disable',
  disableOf: (name: string) => `Disable ${name}`,
  enable: 'Enable',
  enableOf: (name: string) => `Enable ${name}`,
  roleOf: (name: string) => `Role of ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeUserDoes: 'All sessions and API tokens of this user end now. The audit log keeps what the user did.',

  // Tokens
  tokensAbout: 'For programs, as builds and monitoring. A program sends it as “Authorization: Bearer”.',
  createToken: 'Create token…',
  createTokenTitle: 'Create API token',
  createTokenButton: 'Create token',
  whatFor: 'What it is for',
  validDays: 'Valid for days',
  noTokens: 'No API tokens',
  user: 'User',
  expires: 'Expires',
  lastUsed: 'Last used',
  never: 'never',
  copyTheToken: 'Copy the token now. It is not shown again.',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeDoes: 'Programs that use this token are refused from now on.',

  // Logins
  noLogins: 'No browser is logged in',
  loggedInAt: 'Logged in',
  from: 'From',
  browser: 'Browser',
  thisBrowser: 'this browser',
  end: 'End',
  endOf: (user: string) => `End the login of ${user}`,

  // ChangePassword
  changePassword: 'Change password…',
  changePasswordTitle: 'Change password',
  changePasswordButton: 'Change password',
  oldPassword: 'Present password',
  otherLoginsEnd: 'All your other logins end.',

  // Audit
  when: 'When',
  who: 'Who',
  what: 'What',
  target: 'Target',
  outcome: 'Outcome',
  older: 'Older',
  nothingYet: 'Nothing has been changed yet',
  exportLines: 'Export as JSON lines',
  filterUser: 'User',
} as const;
