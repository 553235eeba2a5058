import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'Sorry, that user already exists in the database.': 'Dieses Benutzerkonto gibt es bereits.',
  'Sorry, that email address already exists in the database.':
    'Diese E-Mail-Adresse ist bereits registriert.',
  'Please enter a username.': 'Bitte geben Sie einen Benutzernamen ein.',
  'Please enter your email address.': 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
  'Please enter your desired password.': 'Bitte geben Sie das gewünschte Passwort ein.',
  'Your password must be at least 8 characters long.': 'Ihr Passwort muss mindestens 8 Zeichen lang sein.',
  'Your password cannot be over 4096 characters': 'Ihr Passwort darf höchstens 4096 Zeichen haben',
  'This password is too common; it is in lists that attackers try first. Choose another one.':
    'Dieses Passwort ist zu verbreitet; es steht in Listen, die Angreifer zuerst ausprobieren. Bitte wählen Sie ein anderes.',
  'This list has more than {{ limit }} roles.': 'Diese Liste hat mehr als {{ limit }} Rollen.',
  'You have not entered your current password correctly. Please try again.':
    'Ihr derzeitiges Passwort stimmt nicht. Bitte versuchen Sie es noch einmal.',
  'This value should not contain control or invisible characters.':
    'Dieser Wert sollte keine Steuerzeichen oder unsichtbaren Zeichen enthalten.',
  'This value should not begin or end with white space.':
    'Dieser Wert sollte nicht mit Leerraum beginnen oder enden.',
  'Your new email address should be different.': 'Ihre neue E-Mail-Adresse sollte eine andere sein.',
  'Someone else is already registered with that email address.':
    'Mit dieser E-Mail-Adresse ist bereits jemand anderes registriert.',
};
