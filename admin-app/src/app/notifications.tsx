import { Notification } from 'ra-ui-materialui';

/** What happened, and how to undo it. */
export default Notification;
