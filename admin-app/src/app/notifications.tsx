import { Notification } from 'ra-ui-materialui';

/** Notifications with an undo button. */
export default Notification;
