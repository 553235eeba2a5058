import { Refused } from '../components/refused';

export default function Forbidden() {
  return <Refused title="Access denied">You do not have permission to view this page.</Refused>;
}
